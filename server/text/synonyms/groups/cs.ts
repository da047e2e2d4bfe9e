/** See `groups.ts` for the form. */
export const cs = `
admission: vstup, vstupné, vstupenka, cena vstupného
price: cena, ceny, ceník, poplatek, poplatky, kolik stojí, náklady
ticket: vstupenka, vstupenky, lístek, lístky, jízdenka
hours: otevírací doba, otevřeno, provozní doba, úřední hodiny, otvírací doba
closed: zavřeno, zavřené, zavírací den, uzavřeno
holiday: svátek, svátky, státní svátek
discount: sleva, slevy, zlevněné, zlevněná, snížené vstupné
free: zdarma, bezplatně, vstup volný, zadarmo
child: dítě, děti, dětí, syn, dcera
baby: miminko, kojenec, batole, miminka
family: rodina, rodinné, rodiny, rodinné vstupné
senior: senior, senioři, seniorů, důchodce, důchodci
student: student, studenti, studentů
pram: kočárek, kočárky, kočárkem
disabled: invalidní vozík, bezbariérový, vozíčkář, vozíčkáři, ztp, postižení, handicapovaní
toilet: toaleta, toalety, wc, záchod
food: restaurace, kavárna, jídlo, jíst, občerstvení, oběd, bufet, jídelna
breakfast: snídaně
parking: parkování, parkoviště, zaparkovat, parkovací místo, parkovat
charging: nabíjecí stanice, elektromobil, nabíjení
station: nádraží, vlakové nádraží, železniční stanice
bus: autobus, tramvaj, metro, mhd, zastávka
bicycle: kolo, kola, jízdní kolo, stojan na kola
directions: jak se k nám dostanete, doprava k nám, cesta, příjezd
address: adresa, kde jste, poloha
dog: pes, psi, psa, psem, zvířata, domácí mazlíček
wifi: wifi, wi-fi, internet
phone: telefon, telefonní číslo, zavolat, volat
email: e-mail, email, mail, e-mailová adresa
contact: kontakt, kontakty, kontaktovat, kontaktní formulář
newsletter: newsletter, zpravodaj, odběr novinek
voucher: dárkový poukaz, poukaz, voucher, dárkový certifikát
delivery: doprava, doručení, dodání, zásilka, balík, poštovné
return: vrácení, vrátit, výměna, vyměnit, vrácení zboží
refund: vrácení peněz, vrátit peníze
complaint: reklamace, stížnost, reklamovat
warranty: záruka, garance, záruční
repair: oprava, opravit, servis
size: velikost, velikosti, rozměry
pay: platba, platit, zaplatit, způsoby platby
card: platební karta, kartou, kreditní karta
cancel: zrušit, zrušení, storno, výpověď, vypovědět
membership: členství, člen, stát se členem, členský příspěvek
booking: rezervace, rezervovat, objednat
appointment: objednání, termín, objednat se
doctor: lékař, doktor, ordinace, lékařka
job: práce, volná místa, kariéra, zaměstnání, pracovní nabídky
volunteer: dobrovolník, dobrovolníci, dobrovolnictví
wedding: svatba, svatby, oddat, svatební obřad
birthday: narozeniny, oslava narozenin
event: akce, události, program, kalendář akcí
tour: prohlídka, prohlídky, průvodce, komentovaná prohlídka
lost: ztráty a nálezy, ztratil, ztratila, zapomněl, zapomněla
cloakroom: šatna, skříňka, úschovna
luggage: zavazadlo, zavazadla, batoh, kufr
photo: fotografování, fotografovat, fotky, focení
borrow: půjčit, výpůjčka, výpůjčky, vypůjčit
renew: prodloužit, prodloužení
fine: pokuta, zpozdné, upomínka, pozdní vrácení
room: pokoj, pokoje, ubytování
pool: bazén, plavání, koupaliště
waste: odpad, odpadky, svoz odpadu, popelnice
`;
