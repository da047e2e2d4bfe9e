/** See `groups.ts` for the form. */
export const tr = `
admission: giriş, giriş ücreti, giriş bileti, bilet fiyatı
price: fiyat, fiyatlar, ücret, ücreti, ücretler, kaç para, ne kadar, tarife, kaç lira, ücretli, bedel
ticket: bilet, biletler, giriş bileti
hours: çalışma saatleri, açılış saatleri, açık, açıksınız, ne zaman açık, ziyaret saatleri, saat kaçta, açılıyor, kaçta açılıyor, mesai saatleri
closed: kapalı, kapanış, kapanıyor, kapanıyorsunuz, kapatıyorsunuz
holiday: resmi tatil, bayram, bayramlarda, tatil günü
discount: indirim, indirimli, indirimler, ucuz, indirim var mı, yarı fiyat
free: ücretsiz, bedava, parasız
child: çocuk, çocuklar, oğlum, kızım, çocuğum, çocukla, torun, torunum
baby: bebek, bebekler
family: aile, aileler
senior: emekli, emekliler, yaşlı, yaşlılar, 65 yaş üstü, anneanne, babaanne, dede, yaşlılar için
student: öğrenci, öğrenciler, öğrenci kimliği
pram: bebek arabası, puset, çocuk arabası
disabled: engelli, engelliler, tekerlekli sandalye, erişilebilir, erişilebilirlik, engelliler için, sandalyeli, engelsiz
toilet: tuvalet, tuvaletler, lavabo, wc
food: restoran, kafe, lokanta, yemek, kafeterya, yiyecek, acıktım, öğle yemeği, akşam yemeği, yemek yemek
breakfast: kahvaltı
parking: otopark, park yeri, park etmek, araç parkı, arabamı park, park edebilir, araba bırakmak
charging: şarj istasyonu, elektrikli araba, elektrikli araç
station: tren istasyonu, gar, istasyon
bus: otobüs, tramvay, metro, toplu taşıma, durak, dolmuş, minibüs, otobüsle
bicycle: bisiklet, bisikletler, bisiklet park yeri
directions: ulaşım, nasıl gidilir, yol tarifi, nasıl gelebilirim, nasıl gelirim, nasıl ulaşırım, nasıl giderim
address: adres, nerede, neredesiniz, konum, adresiniz, neresi, yeriniz
dog: köpek, köpekler, köpeğim, evcil hayvan, evcil hayvanlar, kedi, kedim, köpekle
wifi: wifi, wi-fi, internet, kablosuz
phone: telefon, telefon numarası, aramak, telefonla, arayabilir, telefonunuz
email: e-posta, email, mail, e-posta adresi
contact: iletişim, bize ulaşın, ulaşabilirim, size nasıl ulaşabilirim, ulaşmak, bize ulaşmak, müşteri hizmetleri, biriyle görüşmek, canlı destek
newsletter: bülten, e-bülten, abonelikten çıkmak
voucher: hediye çeki, hediye kartı
delivery: teslimat, kargo, gönderim, paket, teslim, gönderiyor, teslimat süresi, kargo ücreti
return: iade, iade etmek, geri göndermek, değişim, değiştirmek, iade ediyorum, geri vermek, beden değişimi
refund: para iadesi, geri ödeme, paramı geri, ücret iadesi, para geri
complaint: şikayet, şikâyet, şikayet etmek, memnun değilim, şikayetçi
warranty: garanti
repair: onarım, tamir, servis, tamir ediyor, onarmak, tamirci, bozuldu
size: beden, ölçü, ölçüler, boyut
pay: ödeme, ödemek, ödeme yöntemleri, ödeyebilir, ödeme seçenekleri, ödeyeceğim
card: kredi kartı, banka kartı, kartla, kartı, temassız
cancel: iptal, iptal etmek, fesih, iptal edebilir, vazgeçmek, cayma, fesih etmek
membership: üyelik, üye, üye olmak, aidat, üyeler, kayıt olmak üye, üyelik ücreti
booking: rezervasyon, yer ayırtmak, rezervasyon yapmak, yer ayırtabilir, rezerve
appointment: randevu, randevu almak, randevum, randevu alabilir
doctor: doktor, hekim, muayenehane, klinik, aile hekimi, sağlık ocağı
job: iş, iş ilanları, kariyer, açık pozisyonlar, iş başvurusu, eleman, çalışmak istiyorum, personel alımı
volunteer: gönüllü, gönüllüler, gönüllülük, gönüllü olmak, yardım etmek istiyorum
wedding: düğün, nikah, evlenmek, evlilik
birthday: doğum günü, doğum günü partisi
event: etkinlik, etkinlikler, program, etkinlik takvimi, neler var
tour: rehberli tur, tur, rehber, turlar
lost: kayıp eşya, kaybettim, unuttum, kayıp, kaybettiğim, bulunan eşya, kayboldu
cloakroom: vestiyer, emanet, dolap
luggage: bagaj, valiz, çanta, sırt çantası
photo: fotoğraf, fotoğraf çekmek, çekim
borrow: ödünç, ödünç almak, ödünç vermek, kitap almak
renew: uzatmak, uzatma, yenileme
fine: ceza, gecikme, gecikme cezası, gecikme bedeli, geç teslim
room: oda, odalar, konaklama
pool: havuz, yüzme havuzu, yüzmek, yüzme
waste: çöp, atık, geri dönüşüm, çöpler, çöp kutusu, atıklar, çöp toplama, konteyner
car: araba, otomobil, araç, arabam
order: sipariş, satın almak, satın alma, siparişim
invoice: fatura, fiş, makbuz
account: hesap, giriş yapmak, oturum açmak, kullanıcı adı, hesabım
hire: salon kiralama, kiralamak, kiralık, düğün salonu, kiralama
school: okul, okullar, sınıf
hotel: otel, konaklamak, pansiyon, gecelemek
pahalı, ucuz mu > fiyat, indirim
gişe, bilet gişesi, bilet satış
yıllık kart, sezonluk bilet, aylık kart
yılbaşı, yeni yıl > 31 aralık, 1 ocak, resmi tatil
hafta sonu, haftasonu > cumartesi, pazar
hafta içi, iş günleri > pazartesi, cuma
genç, gençler, ergen
grup, gruplar, grup ziyareti
asansör, rampa
işitme engelli, sağır, işaret dili
görme engelli, görme engelliler, braille
bebek bakım odası, alt değiştirme, bebek bezi
emzirme, emzirmek, emzirme odası
vejetaryen, vegan, etsiz
alerji, glutensiz, laktozsuz, çölyak
piknik, dışarıdan yiyecek
paket servis, al götür, eve servis
mama sandalyesi, çocuk sandalyesi
menü, yemek listesi, günün menüsü
teras, bahçe, açık havada
taksit, taksitli
nakit, peşin
bankamatik, para çekmek
kapora, ön ödeme, avans
depozito, teminat
fiyat teklifi, maliyet tahmini
kdv, kdv dahil
öğrenci bursu, burs başvurusu, burs almak
yardım parası, sosyal yardım, maddi destek
işsiz, işsizler, işsizlik
indirim kodu, kupon, promosyon kodu
ertelemek, tarih değiştirmek, randevu değiştirmek, başka güne almak
boş yer, yer var mı, dolu mu > boş yer, kontenjan, rezervasyon
bekleme listesi, sıra, bekleme süresi
randevusuz, rezervasyonsuz > randevu, rezervasyon
gelmedi, ulaşmadı, kargom nerede > kargo, teslimat, takip
kargo takibi, takip numarası, siparişim nerede
stokta, stokta var mı, tükendi
mağazadan teslim, elden teslim
büyük geldi, küçük geldi, bedeni olmadı > değişim, iade
bozuk, arızalı, çalışmıyor, kırık
yedek parça, yedek parçalar
ikinci el, kullanılmış
içindekiler, içerik listesi
mağaza, dükkan, satış noktası
hediye, hediyelik, hediye paketi
şifre, parola, şifremi unuttum
hesap silme, hesabımı silmek, hesabımı kapatmak > hesap, silme
giriş yapamıyorum, hesabım kilitlendi > giriş, şifre, hesap
deneme dersi, denemek, deneme süresi
antrenman, idman, çalışma saatleri takım
maç, maçlar, turnuva, yarışma
spor salonu, fitness, vücut geliştirme
duş, soyunma odası, üst değiştirmek
bone, yüzme kıyafeti
yüzme kursu, yüzme öğrenmek, yüzme dersi
müdür, başkan, sahibi, yönetici, patron
kurs, kurslar, atölye, ders, dersler
yeni başlayan, başlangıç seviyesi, acemi
öğretmen, eğitmen, hoca, antrenör
sertifika, diploma, katılım belgesi
çevrimiçi, online, internetten, uzaktan
türkçe kursu, türkçe öğrenmek, yabancılar için türkçe
kreş, anaokulu, yuva
devamsızlık, çocuğum hasta, izinli
okul tatili, sömestr, yaz tatili
yemekhane, okul yemeği
okul servisi, servis aracı
üniversite, fakülte, kampüs
öğrenci yurdu, yurtta kalmak
sınav, sınavlar, imtihan
kayıt, kayıt olmak, kaydolmak, başvuru
reçete, ilaç, ilaçlar, hap
aşı, aşılama, aşı olmak
kan tahlili, kan testi, tahlil, laboratuvar
rapor, hastalık raporu, iş göremezlik
diş hekimi, dişçi, diş ağrısı, diş kliniği
çocuk doktoru, pediatri
hamile, gebelik, hamilelik, doğum
göz doktoru, göz muayenesi
psikolog, terapi, depresyon
röntgen, ultrason, mr
acil durum, acil servis, ambulans, nöbetçi
hastane, hastahane, yatış
veteriner, veteriner kliniği
kısırlaştırma, kısırlaştırmak
eczane, eczacı, nöbetçi eczane
huzurevi, yaşlı bakımı, bakıcı
belediye, kaymakamlık, muhtarlık
kimlik, pasaport, nüfus cüzdanı, kimlik kartı
ikametgah, taşınma, adres değişikliği
oturma izni, ikamet izni, vize
doğum belgesi, doğum kaydı
ölüm, vefat, ölüm belgesi
vergi, emlak vergisi, vergi dairesi
seçimler, oy kullanmak, sandık
ehliyet, sürücü belgesi
yapı ruhsatı, inşaat izni, inşaat
dilekçe, form, başvuru formu
hangi belgeler, gerekli belgeler, evrak
eski koltuk, eski mobilya, yatak > hacimli atık, eski eşya
atmak, kurtulmak, nereye atılır > atık, teslim
pil, piller, ampul > tehlikeli atık, pil
eski buzdolabı, eski televizyon, çamaşır makinesi eski > elektronik atık
cami, namaz, ibadet
cenaze, mezarlık, defin
oto servis, tamirhane, araba tamiri
lastik, lastik değişimi, kış lastiği
araç muayenesi, muayene istasyonu
çekici, araba çalışmıyor, yol yardımı
kuaför, berber, saç kesimi
manikür, tırnak, pedikür
tesisatçı, su kaçağı, tıkanıklık, musluk
elektrikçi, elektrik arızası
çilingir, kapıda kaldım
kütüphane kartı, üye kartı
e-kitap, sesli kitap
yazıcı, çıktı almak, fotokopi, tarayıcı
okuma salonu, çalışma salonu
havlu, havlular, çarşaf
otele giriş, check-in, giriş saati
otelden çıkış, check-out, çıkış saati
klima, ısıtma
sigara, sigara içmek
konser, konserler, canlı müzik
sergi, sergiler, sergileniyor
tiyatro, tiyatro gösterisi, sahne
iptal edildi, yapılmayacak > iptal, ertelendi
başlıyor, başlangıç, başlama
yağmur, kötü hava, fırtına
havaalanı, uçak, havalimanı
yakın, yürüyerek, yürüme mesafesi
maaş, ücret maaş, aylık gelir
staj, stajyer
özgeçmiş, cv, başvurmak iş > iş ilanları, kariyer
anne, baba, annem, babam > ebeveyn, veli, yetişkin
tek başına, yalnız başına, ailesiz > refakatçi, yetişkin
reşit olmayan, 18 yaş altı
yaş sınırı, kaç yaş, kaç yaşında
atkı, şemsiye, eldiven, gözlük, anahtar, cüzdan > kayıp eşya
çalındı, hırsızlık > hırsızlık, polis
kişisel veriler, kvkk, gizlilik
kurallar, şartlar, koşullar
indirmek, uygulama, yazılım
kurulum, yüklemek, kurmak
güncelleme, güncellemek, yeni sürüm
hata, hata mesajı, çöküyor
kılavuz, kullanma kılavuzu, talimatlar
`;
