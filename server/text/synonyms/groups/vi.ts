/** See `groups.ts` for the form. */
export const vi = `
admission: vé vào cửa, vé vào cổng, giá vé, phí vào cửa, vào cửa
price: giá, giá tiền, chi phí, phí, bao nhiêu tiền, lệ phí
ticket: vé, vé tham quan
hours: giờ mở cửa, giờ làm việc, mở cửa, thời gian mở cửa
closed: đóng cửa, nghỉ, không mở cửa
holiday: ngày lễ, ngày nghỉ lễ, lễ tết
discount: giảm giá, ưu đãi, khuyến mãi, chiết khấu
free: miễn phí, không mất tiền, vào cửa tự do
child: trẻ em, trẻ nhỏ, con nít, em bé
family: gia đình
senior: người cao tuổi, người già, người lớn tuổi, hưu trí
student: sinh viên, học sinh sinh viên
pram: xe đẩy, xe đẩy em bé, xe nôi
disabled: người khuyết tật, xe lăn, tiếp cận
toilet: nhà vệ sinh, toilet, wc, phòng vệ sinh
food: nhà hàng, quán ăn, ăn uống, quán cà phê, căng tin, đồ ăn
breakfast: bữa sáng, ăn sáng
parking: bãi đỗ xe, bãi đậu xe, đỗ xe, đậu xe, gửi xe, chỗ đậu xe
charging: trạm sạc, xe điện, sạc xe điện
station: ga tàu, nhà ga, ga xe lửa
bus: xe buýt, tàu điện, phương tiện công cộng
bicycle: xe đạp
directions: đường đi, chỉ đường, cách đi
address: địa chỉ, ở đâu, vị trí
dog: chó, thú cưng, vật nuôi
wifi: wifi, wi-fi, internet, mạng
phone: điện thoại, số điện thoại, gọi điện
email: email, e-mail, thư điện tử
contact: liên hệ, liên lạc
newsletter: bản tin
voucher: phiếu quà tặng, thẻ quà tặng, voucher
delivery: giao hàng, vận chuyển, phí vận chuyển, chuyển hàng
return: trả hàng, đổi hàng, đổi trả, trả lại
refund: hoàn tiền, trả lại tiền
complaint: khiếu nại, phàn nàn
warranty: bảo hành
repair: sửa chữa, bảo trì
size: kích thước, kích cỡ, cỡ
pay: thanh toán, trả tiền, phương thức thanh toán
card: thẻ tín dụng, thẻ ngân hàng
cancel: hủy, huỷ, chấm dứt
membership: thành viên, hội viên
booking: đặt chỗ, đặt trước, đặt phòng, đặt bàn
appointment: lịch hẹn, đặt lịch, cuộc hẹn
doctor: bác sĩ, phòng khám
job: tuyển dụng, việc làm, cơ hội nghề nghiệp
volunteer: tình nguyện, tình nguyện viên
wedding: đám cưới, kết hôn, tiệc cưới
birthday: sinh nhật, tiệc sinh nhật
event: sự kiện, chương trình
tour: hướng dẫn viên, chuyến tham quan, tham quan có hướng dẫn
lost: đồ thất lạc, để quên, bị mất
cloakroom: tủ gửi đồ, gửi đồ, tủ khóa
luggage: hành lý, vali, ba lô
photo: chụp ảnh, chụp hình, quay phim
borrow: mượn, mượn sách
renew: gia hạn
fine: tiền phạt, quá hạn, trễ hạn
room: phòng, phòng nghỉ
pool: bể bơi, hồ bơi, bơi
waste: rác, rác thải, thu gom rác
`;
