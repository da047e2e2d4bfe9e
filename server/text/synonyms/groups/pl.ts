/** See `groups.ts` for the form. */
export const pl = `
admission: wstęp, wejście, opłata za wstęp, bilet wstępu, cena biletu, wejściówka
price: cena, ceny, koszt, opłata, opłaty, cennik, ile kosztuje
ticket: bilet, bilety, karta wstępu
hours: godziny otwarcia, otwarte, czynne, otwarcie, godziny pracy
closed: zamknięte, nieczynne, zamknięcie, zamknięty
holiday: święto, święta, dzień wolny, dni wolne, dni świąteczne
boże narodzenie, wigilia > 24 grudnia, 25 grudnia, święta
discount: zniżka, zniżki, ulga, ulgi, ulgowy, rabat, bilet ulgowy
free: bezpłatnie, bezpłatny, darmowy, za darmo, gratis, wstęp wolny
child: dziecko, dzieci, syn, córka
baby: niemowlę, niemowlęta, niemowląt, maluch
family: rodzina, rodziny, rodzinny, bilet rodzinny
senior: senior, seniorzy, seniorów, emeryt, emeryci, emerytów, rencista
student: student, studenci, studentów, legitymacja studencka
pram: wózek, wózek dziecięcy, wózki, spacerówka
disabled: niepełnosprawni, niepełnosprawny, wózek inwalidzki, dostępność, niepełnosprawnych, bez barier
toilet: toaleta, toalety, wc, łazienka, ubikacja
food: restauracja, kawiarnia, bistro, jedzenie, posiłek, bufet, stołówka, obiad, zjeść
breakfast: śniadanie, śniadania
parking: parking, parkowanie, zaparkować, miejsce parkingowe, miejsca parkingowe
charging: ładowarka, samochód elektryczny, stacja ładowania
station: dworzec, stacja kolejowa, dworzec kolejowy, pociąg
bus: autobus, tramwaj, metro, komunikacja miejska, przystanek
bicycle: rower, rowery, stojak rowerowy
directions: dojazd, jak dojechać, trasa, jak dotrzeć
address: adres, lokalizacja, gdzie jesteście, siedziba
dog: pies, psy, psa, psem, zwierzęta, zwierzę
wifi: wifi, wi-fi, internet
phone: telefon, numer telefonu, zadzwonić, telefonicznie
email: e-mail, email, mail, poczta elektroniczna
contact: kontakt, skontaktować, formularz kontaktowy
newsletter: newsletter, biuletyn
voucher: bon podarunkowy, karta podarunkowa, voucher, kupon
delivery: dostawa, wysyłka, przesyłka, paczka, koszty dostawy, doręczenie
return: zwrot, zwroty, zwrócić, odesłać, wymiana, wymienić
refund: zwrot pieniędzy, zwrot kosztów, zwrot środków
complaint: reklamacja, skarga, reklamować
warranty: gwarancja, rękojmia
repair: naprawa, naprawić, serwis
size: rozmiar, rozmiary, wymiary
pay: płatność, zapłacić, płacić, formy płatności, metody płatności
card: karta płatnicza, kartą, karta kredytowa
cancel: anulować, anulowanie, odwołać, wypowiedzenie, zrezygnować, rezygnacja
membership: członkostwo, członek, składka, zostać członkiem
booking: rezerwacja, zarezerwować, rezerwować
appointment: wizyta, umówić wizytę, termin wizyty, umówić
doctor: lekarz, przychodnia, gabinet, doktor
job: praca, oferty pracy, kariera, zatrudnienie, rekrutacja
volunteer: wolontariat, wolontariusz, wolontariusze
wedding: ślub, wesele, śluby
birthday: urodziny, przyjęcie urodzinowe
event: wydarzenie, wydarzenia, imprezy, program
tour: zwiedzanie, przewodnik, oprowadzanie, zwiedzanie z przewodnikiem
lost: rzeczy znalezione, zgubione, zgubiłem, zgubiłam, zapomniałem, biuro rzeczy znalezionych
cloakroom: szatnia, szafka, szafki, przechowalnia
luggage: bagaż, walizka, plecak, torba
photo: zdjęcia, zdjęcie, fotografowanie, fotografować
borrow: wypożyczyć, wypożyczenie, wypożyczalnia, pożyczyć
renew: prolongata, przedłużyć, przedłużenie
fine: kara, opłata za przetrzymanie, przetrzymanie, opóźnienie
room: pokój, pokoje, nocleg, noclegi
pool: basen, pływalnia, pływać
waste: śmieci, odpady, wywóz śmieci
`;
