/** See `groups.ts` for the form. */
export const tr = `
admission: giriş, giriş ücreti, giriş bileti, bilet fiyatı
price: fiyat, fiyatlar, ücret, ücreti, ücretler, kaç para, ne kadar, tarife
ticket: bilet, biletler, giriş bileti
hours: çalışma saatleri, açılış saatleri, açık, ziyaret saatleri, saat kaçta
closed: kapalı, kapanış, kapanıyor
holiday: resmi tatil, bayram, bayramlarda, tatil günü
discount: indirim, indirimli, indirimler
free: ücretsiz, bedava, parasız
child: çocuk, çocuklar, oğlum, kızım
baby: bebek, bebekler
family: aile, aileler
senior: emekli, emekliler, yaşlı, yaşlılar, 65 yaş üstü
student: öğrenci, öğrenciler, öğrenci kimliği
pram: bebek arabası, puset, çocuk arabası
disabled: engelli, engelliler, tekerlekli sandalye, erişilebilir, erişilebilirlik
toilet: tuvalet, tuvaletler, lavabo, wc
food: restoran, kafe, lokanta, yemek, kafeterya, yiyecek
breakfast: kahvaltı
parking: otopark, park yeri, park etmek, araç parkı
charging: şarj istasyonu, elektrikli araba, elektrikli araç
station: tren istasyonu, gar, istasyon
bus: otobüs, tramvay, metro, toplu taşıma, durak
bicycle: bisiklet, bisikletler, bisiklet park yeri
directions: ulaşım, nasıl gidilir, yol tarifi, nasıl gelebilirim
address: adres, nerede, neredesiniz, konum
dog: köpek, köpekler, köpeğim, evcil hayvan, evcil hayvanlar
wifi: wifi, wi-fi, internet, kablosuz
phone: telefon, telefon numarası, aramak
email: e-posta, email, mail, e-posta adresi
contact: iletişim, bize ulaşın, ulaşmak
newsletter: bülten, e-bülten
voucher: hediye çeki, hediye kartı
delivery: teslimat, kargo, gönderim, paket, teslim
return: iade, iade etmek, geri göndermek, değişim, değiştirmek
refund: para iadesi, geri ödeme
complaint: şikayet, şikâyet
warranty: garanti
repair: onarım, tamir, servis
size: beden, ölçü, ölçüler, boyut
pay: ödeme, ödemek, ödeme yöntemleri
card: kredi kartı, banka kartı, kartla
cancel: iptal, iptal etmek, fesih
membership: üyelik, üye, üye olmak, aidat
booking: rezervasyon, yer ayırtmak, rezervasyon yapmak
appointment: randevu, randevu almak
doctor: doktor, hekim, muayenehane, klinik
job: iş, iş ilanları, kariyer, açık pozisyonlar
volunteer: gönüllü, gönüllüler, gönüllülük
wedding: düğün, nikah, evlenmek
birthday: doğum günü, doğum günü partisi
event: etkinlik, etkinlikler, program
tour: rehberli tur, tur, rehber, turlar
lost: kayıp eşya, kaybettim, unuttum, kayıp
cloakroom: vestiyer, emanet, dolap
luggage: bagaj, valiz, çanta, sırt çantası
photo: fotoğraf, fotoğraf çekmek, çekim
borrow: ödünç, ödünç almak
renew: uzatmak, uzatma, yenileme
fine: ceza, gecikme, gecikme cezası
room: oda, odalar, konaklama
pool: havuz, yüzme havuzu, yüzmek
waste: çöp, atık, geri dönüşüm
`;
