/** See `groups.ts` for the form. */
export const ja = `
admission: 入館料, 入場料, 入場券, 入館券, 観覧料, 入園料
price: 料金, 値段, 価格, 費用, いくら, 代金
ticket: チケット, 入場券, 切符, 入館券
hours: 営業時間, 開館時間, 開店時間, 何時から, 何時まで, 診療時間
closed: 休館日, 定休日, 休業日, 閉館, 休み
holiday: 祝日, 休日, 祭日
discount: 割引, 割り引き, 値引き, 優待, セール
free: 無料, ただで, 無償
child: 子ども, 子供, こども, 小学生, お子様
baby: 赤ちゃん, 乳児, 乳幼児, 幼児
family: 家族, ファミリー, 親子
senior: シニア, 高齢者, 65歳以上, お年寄り
student: 学生, 大学生, 学生証
pram: ベビーカー, 乳母車
disabled: 車いす, 車椅子, バリアフリー, 障害者, 障がい者
toilet: トイレ, お手洗い, 化粧室, 便所
food: レストラン, カフェ, 食堂, 食事, 喫茶, ランチ
breakfast: 朝食, 朝ごはん, モーニング
parking: 駐車場, パーキング, 駐車, 車を停め
charging: 充電スタンド, 電気自動車, 充電器
station: 最寄り駅, 駅, 電車
bus: バス, 路面電車, 地下鉄, 公共交通機関
bicycle: 自転車, 駐輪場, サイクリング
directions: アクセス, 行き方, 交通案内, 道順
address: 住所, 所在地, 場所
dog: 犬, ペット, 動物
wifi: wifi, wi-fi, インターネット, ワイファイ
phone: 電話, 電話番号, 連絡先
email: メール, メールアドレス, eメール
contact: 問い合わせ, お問い合わせ, 連絡先, 連絡
newsletter: メールマガジン, メルマガ, ニュースレター
voucher: ギフト券, ギフトカード, 商品券
delivery: 配送, 発送, 送料, 配達, 荷物, 届く
return: 返品, 交換, 返却, 送り返
refund: 返金, 払い戻し, 払戻
complaint: 苦情, クレーム
warranty: 保証, 保証書
repair: 修理, 故障, 直し
size: サイズ, 寸法, 大きさ
pay: 支払い, 決済, お支払い, 支払
card: クレジットカード, カード払い, デビットカード
cancel: キャンセル, 解約, 取り消し, 退会
membership: 会員, メンバー, 入会, 会費
booking: 予約, ご予約, 申し込み
appointment: 予約, 診察予約, アポイント
doctor: 医師, 医者, クリニック, 診療所, 病院
job: 求人, 採用, 採用情報, アルバイト, 仕事
volunteer: ボランティア
wedding: 結婚式, ウェディング, 挙式, 結婚
birthday: 誕生日, 誕生会, バースデー
event: イベント, 催し, 行事
tour: ガイドツアー, 見学, 案内ツアー, ツアー
lost: 忘れ物, 落とし物, 遺失物, 紛失
cloakroom: ロッカー, クローク, コインロッカー
luggage: 荷物, スーツケース, 手荷物, リュック
photo: 写真, 撮影, 写真撮影
borrow: 貸出, 借りる, 貸し出し
renew: 延長, 更新
fine: 延滞, 罰金, 延滞料
room: 部屋, 客室, 宿泊
pool: プール, 水泳
waste: ごみ, ゴミ, 廃棄物, リサイクル
`;
