/** See `groups.ts` for the form. */
export const zh = `
admission: 门票, 入场费, 入馆费, 票价, 入场券, 門票, 入場費
price: 价格, 费用, 多少钱, 收费, 价钱, 價格, 費用, 多少錢
ticket: 门票, 票, 入场券, 門票, 購票, 购票
hours: 开放时间, 营业时间, 几点开门, 开门, 開放時間, 營業時間, 幾點開門
closed: 闭馆, 关门, 休息日, 关闭, 閉館, 關門
holiday: 节假日, 公共假期, 法定假日, 節假日
discount: 优惠, 折扣, 打折, 减价, 優惠
free: 免费, 免票, 不要钱, 免費
child: 儿童, 孩子, 小孩, 小朋友, 兒童
baby: 婴儿, 宝宝, 幼儿, 嬰兒
family: 家庭, 家庭票, 亲子
senior: 老人, 老年人, 长者, 退休人员, 65岁以上, 長者
student: 学生, 大学生, 学生证, 學生
pram: 婴儿车, 童车, 推车, 嬰兒車
disabled: 残疾人, 轮椅, 无障碍, 残障, 無障礙, 輪椅
toilet: 厕所, 洗手间, 卫生间, 廁所, 洗手間
food: 餐厅, 咖啡馆, 吃饭, 用餐, 餐饮, 食堂, 餐廳
breakfast: 早餐, 早饭
parking: 停车, 停车场, 停车位, 停車場, 泊车
charging: 充电桩, 电动车, 充电站
station: 火车站, 车站, 火車站
bus: 公交, 公共汽车, 地铁, 巴士, 公共交通, 公車
bicycle: 自行车, 单车, 腳踏車
directions: 交通指南, 怎么去, 路线, 如何到达, 交通
address: 地址, 位置, 在哪里, 在哪
dog: 狗, 宠物, 带狗, 動物, 寵物
wifi: wifi, 无线网, 无线网络, 上网, 网络
phone: 电话, 电话号码, 联系电话, 電話
email: 邮箱, 电子邮件, 邮件, 電郵
contact: 联系, 联系方式, 联系我们, 聯絡
newsletter: 订阅, 电子报, 通讯
voucher: 礼品卡, 礼券, 代金券, 禮券
delivery: 配送, 送货, 快递, 运费, 发货, 包裹, 運費
return: 退货, 换货, 退换, 退貨
refund: 退款, 退钱
complaint: 投诉, 抱怨
warranty: 保修, 质保, 保固
repair: 维修, 修理, 維修
size: 尺码, 尺寸, 大小
pay: 付款, 支付, 支付方式, 付款方式
card: 信用卡, 银行卡, 刷卡
cancel: 取消, 退订, 终止
membership: 会员, 入会, 会费, 會員
booking: 预订, 预约, 预定, 預約, 預訂
appointment: 预约, 挂号, 预约时间
doctor: 医生, 诊所, 大夫, 醫生
job: 招聘, 职位, 工作机会, 加入我们, 招募
volunteer: 志愿者, 义工, 志工
wedding: 婚礼, 结婚, 婚禮
birthday: 生日, 生日派对, 生日聚会
event: 活动, 活動, 节目
tour: 导览, 讲解, 参观, 导游, 導覽
lost: 失物招领, 丢失, 遗失, 丢了, 失物招領
cloakroom: 寄存, 存包, 储物柜, 寄物櫃
luggage: 行李, 背包, 箱子
photo: 拍照, 摄影, 照片, 攝影
borrow: 借书, 借阅, 外借, 借書
renew: 续借, 延期, 續借
fine: 罚款, 逾期, 滞纳金
room: 房间, 客房, 住宿
pool: 游泳池, 游泳, 泳池
waste: 垃圾, 回收, 垃圾分类
`;
