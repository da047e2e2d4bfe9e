/** See `groups.ts` for the form. */
export const pl = `
admission: wstęp, wejście, opłata za wstęp, bilet wstępu, cena biletu, wejściówka, wpuszczają
price: cena, ceny, koszt, opłata, opłaty, cennik, ile kosztuje, kosztuje, płatne, stawka
ticket: bilet, bilety, karta wstępu, biletów, wejściówki, karnet
hours: godziny otwarcia, otwarte, czynne, otwarcie, godziny pracy, otwieracie, do której czynne, godziny urzędowania
closed: zamknięte, nieczynne, zamknięcie, zamknięty, zamykacie
holiday: święto, święta, dzień wolny, dni wolne, dni świąteczne, świąteczne, świętem
boże narodzenie, wigilia > 24 grudnia, 25 grudnia, święta
discount: zniżka, zniżki, ulga, ulgi, ulgowy, rabat, bilet ulgowy, taniej, promocja, zniżkowy, obniżka
free: bezpłatnie, bezpłatny, darmowy, za darmo, gratis, wstęp wolny, nieodpłatnie, nic nie kosztuje, bez opłat
child: dziecko, dzieci, syn, córka, dzieckiem, dzieciak, maluchy, wnuk, wnuczka
baby: niemowlę, niemowlęta, niemowląt, maluch, niemowlak
family: rodzina, rodziny, rodzinny, bilet rodzinny, rodzice
senior: senior, seniorzy, seniorów, emeryt, emeryci, emerytów, rencista, emerytka, babcia, dziadek, dziadkowie, osoby starsze
student: student, studenci, studentów, legitymacja studencka, studentka, uczniowie
pram: wózek, wózek dziecięcy, wózki, spacerówka, wózkiem
disabled: niepełnosprawni, niepełnosprawny, wózek inwalidzki, dostępność, niepełnosprawnych, bez barier, wózku, osoby z niepełnosprawnością, niepełnosprawność, podjazd, winda dla niepełnosprawnych
toilet: toaleta, toalety, wc, łazienka, ubikacja
food: restauracja, kawiarnia, bistro, jedzenie, posiłek, bufet, stołówka, obiad, zjeść, zjeść coś, głodny, lunch, kolacja, gastronomia, knajpa
breakfast: śniadanie, śniadania, śniadaniem
parking: parking, parkowanie, zaparkować, miejsce parkingowe, miejsca parkingowe, zaparkuję, postój, postawić samochód, auto zostawić
charging: ładowarka, samochód elektryczny, stacja ładowania, naładować auto, ładowanie samochodu
station: dworzec, stacja kolejowa, dworzec kolejowy, pociąg, pociągiem, stacja
bus: autobus, tramwaj, metro, komunikacja miejska, przystanek, autobusem, tramwajem, dojazd komunikacją
bicycle: rower, rowery, stojak rowerowy, rowerem, rowerowy, rowerzysta
directions: dojazd, jak dojechać, trasa, jak dotrzeć, dojechać, dojść, dotrzeć, dojadę, mapa dojazdu
address: adres, lokalizacja, gdzie jesteście, siedziba, gdzie się znajdujecie, położenie, ulica
dog: pies, psy, psa, psem, zwierzęta, zwierzę, psami, kot, czworonóg, pupil, zwierzak
wifi: wifi, wi-fi, internet
phone: telefon, numer telefonu, zadzwonić, telefonicznie, dzwonić, zadzwonię, numer kontaktowy, infolinia
email: e-mail, email, mail, poczta elektroniczna, mailowo, adres e-mail
contact: kontakt, skontaktować, formularz kontaktowy, skontaktuję, kontaktowy, porozmawiać z kimś, konsultant, obsługa klienta, napisać do was
newsletter: newsletter, biuletyn, zapisać do newslettera
voucher: bon podarunkowy, karta podarunkowa, voucher, kupon, bony, karta upominkowa
delivery: dostawa, wysyłka, przesyłka, paczka, koszty dostawy, doręczenie, dostarczyć, dostarczacie, wysłać, wysyłacie, kurier, dowóz
return: zwrot, zwroty, zwrócić, odesłać, wymiana, wymienić, oddać, zwracać, odsyłam, wymienić na inny
refund: zwrot pieniędzy, zwrot kosztów, zwrot środków, oddacie pieniądze, odzyskać pieniądze, zwrócić pieniądze
complaint: reklamacja, skarga, reklamować, złożyć skargę, niezadowolony, pożalić się
warranty: gwarancja, rękojmia, na gwarancji
repair: naprawa, naprawić, serwis, naprawiacie, zreperować, serwisować
size: rozmiar, rozmiary, wymiary, rozmiarów, tabela rozmiarów
pay: płatność, zapłacić, płacić, formy płatności, metody płatności, zapłata, opłacić, zapłacę, sposób płatności, uregulować
card: karta płatnicza, kartą, karta kredytowa, kartami, karta debetowa, zbliżeniowo, bezgotówkowo, terminal
cancel: anulować, anulowanie, odwołać, wypowiedzenie, zrezygnować, rezygnacja, anuluję, odwołać wizytę, wypowiedzieć, zerwać umowę, odwołanie, rezygnuję
membership: członkostwo, członek, składka, zostać członkiem, członkiem, członkowie, zapisać się do, przystąpić, wstąpić
booking: rezerwacja, zarezerwować, rezerwować, rezerwuję, zarezerwuję, zabukować
appointment: wizyta, umówić wizytę, termin wizyty, umówić, umówić się, zapisać się na wizytę
doctor: lekarz, przychodnia, gabinet, doktor, poradnia, pediatra, internista, lekarz rodzinny
job: praca, oferty pracy, kariera, zatrudnienie, rekrutacja, wakaty, zatrudniacie, etat, wolne stanowiska
volunteer: wolontariat, wolontariusz, wolontariusze, wolontariacie, wolontariuszem, wolontariuszką
wedding: ślub, wesele, śluby, wziąć ślub, pobrać się
birthday: urodziny, przyjęcie urodzinowe, urodzinowa, kinderbal
event: wydarzenie, wydarzenia, imprezy, program, kalendarz wydarzeń, repertuar, co się dzieje
tour: zwiedzanie, przewodnik, oprowadzanie, zwiedzanie z przewodnikiem, wycieczka z przewodnikiem, zwiedzać, zwiedzić, oprowadza
lost: rzeczy znalezione, zgubione, zgubiłem, zgubiłam, zapomniałem, biuro rzeczy znalezionych, zgubiłam się, zgubić, zostawiłem, zostawiłam, zapomniałam, rzeczy zgubione, zaginął
cloakroom: szatnia, szafka, szafki, przechowalnia, zostawić kurtkę, przechować bagaż
luggage: bagaż, walizka, plecak, torba, bagażem, plecakiem
photo: zdjęcia, zdjęcie, fotografowanie, fotografować, robić zdjęcia, fotografia, filmować
borrow: wypożyczyć, wypożyczenie, wypożyczalnia, pożyczyć, wypożyczać, pożyczka książek, pożyczyć książkę
renew: prolongata, przedłużyć, przedłużenie, przedłużam, odnowić, prolongować
fine: kara, opłata za przetrzymanie, przetrzymanie, opóźnienie, spóźnienie, po terminie, zaległość
room: pokój, pokoje, nocleg, noclegi, pokoi, kwatera
pool: basen, pływalnia, pływać, pływam
waste: śmieci, odpady, wywóz śmieci, śmieciach, odpadów, kosz, kubeł, śmietnik, odbiór odpadów
car: samochód, auto, pojazd, samochodem, autem
order: zamówienie, zamówić, kupić, zakup, kupno, zamawiać
invoice: faktura, paragon, rachunek, dowód zakupu
account: konto, zalogować, logowanie, login, profil, zaloguję
hire: wynajem sali, wynająć salę, wynajem, wynająć, sala na imprezę, wypożyczenie sali
school: szkoła, klasa, szkolna, wycieczka szkolna
hotel: hotel, zakwaterowanie, pensjonat, przenocować, hostel
drogo, tanio > cena, cennik, zniżka
kasa, kasa biletowa, punkt sprzedaży
karnet, abonament, bilet miesięczny, bilet roczny, karta roczna
sylwester, nowy rok > 31 grudnia, 1 stycznia, święta
wielkanoc, wielki piątek > wielkanoc, święta
weekend > sobota, niedziela
w tygodniu, dni robocze, w dni powszednie > poniedziałek, piątek, dni robocze
gotówka, gotówce
bankomat, wypłacić pieniądze, wypłata gotówki
raty, na raty, ratalnie, ratach, rozłożyć na raty
przelew, przelewem, numer konta, konto bankowe
zaliczka, przedpłata, zadatek
kaucja, depozyt zwrotny, zastaw
wycena, kosztorys, wycenić
dopłata, dodatkowa opłata, dopłacić
stypendium, stypendia, stypendialny
dofinansowanie, dotacja, dopłaty, wsparcie finansowe, zasiłek
bezrobotny, bez pracy, bezrobocie
mało pieniędzy, niskie dochody, uboga rodzina > dofinansowanie, ulga, zniżka
kod rabatowy, kod promocyjny, kupon rabatowy
karta stałego klienta, karta lojalnościowa, program lojalnościowy
nie przyjdę, nie mogę przyjść, coś mi wypadło > odwołać, rezygnacja, odwołanie
przełożyć, zmienić termin, zmiana terminu, przenieść wizytę, zmienić datę
brak miejsc, wolne miejsca, są miejsca, czy są miejsca > wolne miejsca, lista rezerwowa, dostępność
bez rezerwacji, bez zapisów, bez umawiania > rezerwacja, zapisy, bez rezerwacji
lista oczekujących, kolejka, lista rezerwowa
potwierdzenie, potwierdzenie rezerwacji, mail potwierdzający
paczkomat, punkt odbioru, odbiór w punkcie, automat paczkowy
odbiór osobisty, odebrać osobiście, odbiór w sklepie
nie dotarła, nie przyszła, nie doszło, zaginęła paczka, nie otrzymałem > przesyłka, dostawa, śledzenie
śledzenie przesyłki, śledzić paczkę, gdzie jest moja paczka, numer przesyłki
niedostępny, dostępny, na stanie, w magazynie, wyprzedane
zagranica, za granicę, zagraniczna > zagranica, wysyłka
do domu, w domu, dojazd do klienta
za duże, za małe, nie pasuje, zły rozmiar > wymiana, zwrot
odstąpić od umowy, odstąpienie od umowy, prawo odstąpienia
zepsuty, zepsuty produkt, uszkodzony, wadliwy, nie działa
części zamienne, część zamienna
używany, z drugiej ręki
składniki, składniki produktu
sklep, sklepik, punkt sprzedaży
prezent, upominek, pamiątka
poprawki krawieckie, krawcowa, skrócić spodnie, przeróbki
zgubiłem kartę, zgubiona karta, duplikat > duplikat, nowa karta, utrata
okres wypowiedzenia, ile wcześniej wypowiedzieć
automatyczne przedłużenie, odnawia się automatycznie > automatycznie, przedłużenie
składka, składki, opłata członkowska
zapisać się, zapisy, zapisać dziecko, rejestracja, zgłoszenie, formularz zgłoszeniowy
wypisać się, wyrejestrować, zrezygnować z newslettera
hasło, zapomniałem hasła, zapomniałam hasła, zresetować hasło
usunąć konto, skasować konto, zamknąć konto > usunięcie konta, konto
nie mogę się zalogować, konto zablokowane, problem z logowaniem > logowanie, hasło, konto
walne zebranie, zebranie członków
stara kanapa, kanapa, materac, stare meble, szafa > wielkogabarytowe, gabaryty
gabaryty, wielkogabarytowe, odpady wielkogabarytowe
pszok, punkt zbiórki, składowisko
wyrzucić, pozbyć się, gdzie wyrzucić, wyrzucać > oddać, wyrzucać
żółty worek, plastik, puszki, żółty pojemnik > tworzywa sztuczne, metale
butelki szklane, słoiki > szkło, pojemnik na szkło
makulatura, papier, kartony, stare gazety > papier, makulatura
resztki jedzenia, obierki > bioodpady, bio
skoszona trawa, liście, gałęzie > odpady zielone, bioodpady
baterie, żarówki, świetlówki > baterie, elektroodpady, pszok
lodówka, pralka, telewizor, stary komputer > elektroodpady, zużyty sprzęt, elektrośmieci
resztki farby, rozpuszczalnik, chemikalia > niebezpieczne, pszok
gruz, odpady budowlane, odpady remontowe
stare ubrania, używana odzież > odzież, tekstylia
przeterminowane leki, stare leki > apteka, leki
śmieciarka, kiedy wywożą, odbierają śmieci, kiedy śmieci > harmonogram, odbiór odpadów
recepta, e-recepta, leki, lekarstwo, tabletki
zwolnienie lekarskie, l4, zwolnienie
pogotowie, nagły wypadek, karetka, nocna pomoc > pogotowie, nagłe, sor
szczepienie, szczepionka, zaszczepić
badanie krwi, pobranie krwi, morfologia, laboratorium
wyniki, wyniki badań, odebrać wyniki
dentysta, stomatolog, ból zęba, ząb, zęby
ginekolog, ginekologia, ginekologa
ciąża, w ciąży, ciężarna, kobieta w ciąży
poród, położna, porodówka
okulista, badanie wzroku
fizjoterapia, rehabilitacja, fizjoterapeuta, masaż leczniczy
psycholog, psychoterapia, psychoterapeuta
prześwietlenie, rtg, usg, rezonans, tomografia
aparat na zęby, ortodonta, ortodoncja
skierowanie, specjalista
nfz, na fundusz, ubezpieczenie zdrowotne
teleporada, porada telefoniczna, wizyta online
weterynarz, weterynaria, lecznica
chory pies, chory kot, pies chory, kot chory > weterynarz, nagłe
sterylizacja, kastracja, wysterylizować, wykastrować
szpital, hospitalizacja, klinika
godziny odwiedzin, odwiedzić pacjenta, odwiedziny
operacja, zabieg chirurgiczny
apteka, aptekarz, farmaceuta
dom opieki, dom seniora, dom starców
opiekunka, niania, opieka nad dzieckiem
nauczyciel, nauczycielka, wychowawca, pani od
żłobek, żłobka, przedszkole
nieobecność, usprawiedliwienie, nieobecny, usprawiedliwić, zwolnić z lekcji
plan lekcji, rozkład zajęć, grafik zajęć
zebranie, wywiadówka, spotkanie z rodzicami
podręczniki, wyprawka, przybory szkolne
świetlica, zajęcia pozalekcyjne, po lekcjach
obiady szkolne, stołówka szkolna, obiady w szkole
półkolonie, kolonie, obóz
wakacje, ferie, dni wolne od szkoły
uczelnia, uniwersytet, studia, politechnika
akademik, dom studencki, pokój w akademiku
egzamin, test, sprawdzian
kurs, warsztaty, zajęcia, lekcje
początkujący, dla początkujących, bez doświadczenia, od podstaw
zaawansowany, poziom zaawansowany
instruktor, prowadzący, trener, wykładowca
zaświadczenie, certyfikat, dyplom, świadectwo
online, przez internet, zdalnie, elektronicznie, internetowo
odrobić zajęcia, opuszczone zajęcia, nie byłem na zajęciach > odrabianie, odrobić
nauka polskiego, język polski dla obcokrajowców, kurs polskiego
dowód osobisty, dowód, paszport, legitymacja
jakie dokumenty, potrzebne dokumenty, wymagane dokumenty
wniosek, formularz, wnioski
urząd, urząd miasta, gmina, ratusz, urzędu, magistrat
meldunek, zameldować, zameldowanie, przeprowadzka, wymeldować
karta pobytu, wiza, cudzoziemiec, cudzoziemcy
obywatelstwo, zostać polakiem, nadanie obywatelstwa
akt urodzenia, akt małżeństwa, akt zgonu, usc, stan cywilny
zgon, śmierć, zmarł, umarł > zgon, akt zgonu
rozwód, separacja, rozwieść
podatki, podatek, urząd skarbowy, podatek od nieruchomości
prawo jazdy, prawka, prawo jazdy wymiana
rejestracja pojazdu, zarejestrować samochód, tablice rejestracyjne
pozwolenie na budowę, budowa, garaż, altana, ogrodzenie > pozwolenie na budowę, zgłoszenie budowy
latarnia, dziura w drodze, chodnik, oświetlenie > zgłoszenie, oświetlenie, drogi
hałas, głośno, hałaśliwy sąsiad, cisza nocna
zaginiony pies, zaginął kot, znaleziony pies, bezdomny pies > schronisko, bezpańskie
schronisko, adoptować psa, adoptować kota, adopcja psa
smycz, kaganiec, na smyczy
dozwolone, zabronione, czy wolno, zakaz, nie wolno
targ, targowisko, bazar, ryneczek
policja, straż miejska
pomoc społeczna, mops, pracownik socjalny, ops
mieszkanie komunalne, mieszkanie socjalne
trening, trenować
zajęcia próbne, lekcja próbna, wypróbować, trening próbny
mecz, zawody, turniej
siłownia, fitness
prysznic, przebieralnia, przebrać się > prysznice, szatnia, przebieralnie
kąpielówki, strój kąpielowy, czepek, kostium
nauka pływania, nauczyć się pływać, lekcje pływania
apartament, domek, mieszkanie na wakacje, domki letniskowe
kemping, namiot, camping, przyczepa
zameldowanie w hotelu, doba hotelowa, check-in, przyjazd późno, o której można przyjechać
wymeldowanie, check-out, opuścić pokój
łóżeczko, dostawka, łóżko dla dziecka
ręcznik, pościel
opłata klimatyczna, opłata miejscowa, opłata uzdrowiskowa
klimatyzacja, klimatyzowany, ogrzewanie
palenie, palić, papieros, papierosy, palących
na wynos, jedzenie na wynos, z dowozem
krzesełko, krzesełko dla dziecka, wysokie krzesło
wegetariańskie, wegańskie, bezmięsne, bez mięsa
alergia, uczulenie, bez glutenu, bezglutenowe, celiakia, bez laktozy
ogródek, taras, na zewnątrz, na świeżym powietrzu
menu, karta dań, jadłospis
piwo, wino, alkohol, drinki > napoje, bar
książka, lektura
zgubiona książka, zgubiłem książkę, zniszczona książka > zagubienie, zniszczenie, odkupić
oddać książkę, zwrócić książkę, wrzutnia > zwrot, wrzutnia
karta biblioteczna, karta czytelnika
gry planszowe, planszówki, gra planszowa
czasopisma, gazety, prasa
drukarka, wydrukować, ksero, kserokopia, skaner, drukować
czytelnia, miejsce do nauki, praca na miejscu
msza, nabożeństwo, kościół
chrzest, chrzciny, ochrzcić
pogrzeb, cmentarz, pochować
ksiądz, proboszcz, kancelaria parafialna, parafia
warsztat, mechanik, warsztat samochodowy
przegląd samochodu, wymiana oleju, badanie techniczne, przegląd techniczny
opony, wymiana opon, guma złapana, przebita opona
auto zastępcze, samochód zastępczy
nie odpala, laweta, holowanie, pomoc drogowa, awaria auta
fryzjer, fryzjerka, strzyżenie, obciąć włosy, salon fryzjerski
farbowanie, farbować włosy, koloryzacja, pasemka
kosmetyczka, salon kosmetyczny, depilacja, paznokcie, manicure
hydraulik, cieknący kran, zatkany zlew, wyciek, cieknie > hydraulik, awaria
elektryk, korki wywaliło, instalacja elektryczna
piecyk, kocioł, brak ciepłej wody, nie grzeje > kocioł, ogrzewanie, serwis
dach, dekarz, rynna, przecieka dach
ślusarz, zatrzasnęły się drzwi, wymiana zamka
remont, malowanie, wykończenie, odnowić mieszkanie
oprogramowanie, program komputerowy, aplikacja
pobrać, ściągnąć, pobieranie
zainstalować, instalacja, konfiguracja
aktualizacja, zaktualizować, nowa wersja
błąd, komunikat o błędzie, awaria
instrukcja, instrukcja obsługi, podręcznik użytkownika
kopia zapasowa, backup, przywrócić dane
okres próbny, wersja próbna, za darmo wypróbować
koncert, muzyka na żywo
wystawa, ekspozycja, eksponaty
spektakl, teatr, przedstawienie, sztuka teatralna
film, kino, seans
odwołany, odwołane, nie odbędzie się, czy się odbędzie > odwołane, przeniesione
rozpoczęcie, zaczyna się, początek, startuje
kończy się, zakończenie
deszcz, pada, zła pogoda, burza > deszcz, pogoda, odwołane
co robić, co zobaczyć, atrakcje > atrakcje, wydarzenia
lotnisko, samolot, lot
mandat, kara za parkowanie, straż miejska mandat
strefa parkowania, parkomat, płatne parkowanie
abonament mieszkańca, karta mieszkańca, parkowanie dla mieszkańców
blisko, w pobliżu, pieszo, na piechotę
zarobki, wynagrodzenie, pensja, ile zarabia
cv, aplikować, życiorys > oferty pracy, rekrutacja
staż, praktyki, stażysta
winda, schody, bez schodów
kule, laska, balkonik, ciężko chodzi > dla niepełnosprawnych, winda, dostępność
głuchy, niesłyszący, język migowy, pętla indukcyjna
niewidomy, słabowidzący, brajl
przewijak, przewinąć dziecko, pieluchy
karmienie piersią, karmić piersią, pokój dla matki
z mamą, z tatą, ojciec, matka > rodzice, rodzic, opiekun
samo dziecko, bez rodziców, bez opiekuna, samemu > opiekun, rodzic, samodzielnie
nieletni, niepełnoletni, poniżej 18 lat, osoba niepełnoletnia
zgoda rodziców, podpis rodzica, zgoda opiekuna
wiek, od ilu lat, ile lat trzeba, minimalny wiek
jak długo, ile trwa, czas trwania, trwa
grupa, grupowy
ukradziono, kradzież, okradli > kradzież
szalik, parasol, kurtka, rękawiczki, okulary, klucze, portfel > rzeczy znalezione
dane osobowe, prywatność, rodo, ochrona danych
regulamin, warunki, zasady
monitoring, kamery, nagrywanie
język, angielski, mówicie po angielsku
gniazdko, naładować telefon, ładowarka do telefonu
wypadek, pierwsza pomoc, skaleczenie, apteczka
darowizna, wesprzeć, przekazać pieniądze, datek
pierwsza komunia, bierzmowanie, komunia święta
prezes, dyrektor, kierownik, szef, właściciel, kto prowadzi
głosować, głosowanie, lokal wyborczy, wybory samorządowe
urządzenie, sprzęt
`;
