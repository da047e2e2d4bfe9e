/** See `groups.ts` for the form. */
export const ko = `
admission: 입장료, 관람료, 입장권, 입장 요금
price: 가격, 요금, 비용, 얼마, 금액
ticket: 티켓, 입장권, 표, 관람권
hours: 운영시간, 영업시간, 개관시간, 관람시간, 운영 시간, 영업 시간
closed: 휴관일, 휴무, 휴관, 휴무일, 정기휴일
holiday: 공휴일, 휴일, 명절
discount: 할인, 우대, 감면
free: 무료, 공짜, 무료입장
child: 어린이, 아이, 아동, 자녀
baby: 아기, 유아, 영유아
family: 가족, 패밀리
senior: 경로, 노인, 어르신, 65세 이상, 시니어
student: 학생, 대학생, 학생증
pram: 유모차, 유아차
disabled: 장애인, 휠체어, 배리어프리
toilet: 화장실, 세면실
food: 식당, 레스토랑, 카페, 음식, 식사
breakfast: 조식, 아침 식사, 아침식사
parking: 주차, 주차장, 주차 공간
charging: 전기차, 충전소, 충전기
station: 기차역, 지하철역
bus: 버스, 지하철, 대중교통, 전철
bicycle: 자전거, 자전거 보관대
directions: 오시는 길, 찾아오시는 길, 가는 길, 교통편
address: 주소, 위치, 어디에
dog: 강아지, 반려견, 반려동물, 애완동물
wifi: 와이파이, wifi, 인터넷
phone: 전화, 전화번호, 연락처
email: 이메일, 메일
contact: 문의, 연락처, 연락, 고객센터
newsletter: 뉴스레터, 소식지
voucher: 상품권, 기프트카드, 선물카드
delivery: 배송, 택배, 배달, 배송비
return: 반품, 교환, 반납
refund: 환불, 환급
complaint: 불만, 민원
warranty: 보증, 품질보증
repair: 수리, 고장
size: 사이즈, 크기, 치수
pay: 결제, 지불, 결제 방법
card: 신용카드, 체크카드, 카드 결제
cancel: 취소, 해지, 탈퇴
membership: 회원, 멤버십, 회원가입, 회비
booking: 예약, 예매
appointment: 진료 예약, 상담 예약, 약속
doctor: 의사, 병원, 진료, 의원
job: 채용, 구인, 일자리, 입사
volunteer: 자원봉사, 봉사활동
wedding: 결혼식, 웨딩, 결혼
birthday: 생일, 생일파티
event: 행사, 이벤트, 프로그램
tour: 해설, 가이드 투어, 투어, 도슨트
lost: 분실물, 유실물, 잃어버
cloakroom: 물품보관함, 사물함, 보관함
luggage: 짐, 가방, 수하물
photo: 사진, 촬영, 사진 촬영
borrow: 대출, 빌리, 대여
renew: 연장, 갱신
fine: 연체료, 벌금, 연체
room: 객실, 방, 숙박
pool: 수영장, 수영
waste: 쓰레기, 폐기물, 재활용
`;
