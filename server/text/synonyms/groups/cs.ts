/** See `groups.ts` for the form. */
export const cs = `
admission: vstup, vstupné, vstupenka, cena vstupného
price: cena, ceny, kolik to stojí, ceník, poplatek, poplatky, kolik stojí, náklady, kolik zaplatím, cenové
ticket: vstupenka, vstupenky, lístek, lístky, jízdenka
hours: otevírací doba, otevřeno, provozní doba, úřední hodiny, otvírací doba, otevíráte, kdy máte otevřeno, úředních hodin
closed: zavřeno, zavřené, zavírací den, uzavřeno, zavíráte
holiday: svátek, svátky, státní svátek, svátcích, sváteční
discount: sleva, slevy, zlevněné, zlevněná, snížené vstupné, levněji, poloviční cena, zvýhodněné
free: zdarma, bezplatně, vstup volný, zadarmo
child: dítě, děti, dětí, syn, dcera, dítětem, dětmi, vnuk, vnučka, vnoučata, kluk
baby: miminko, kojenec, batole, miminka
family: rodina, rodinné, rodiny, rodinné vstupné
senior: senior, senioři, seniorů, důchodce, důchodci, babička, děda, dědeček, důchodcům
student: student, studenti, studentů, žák, žáci, studentský
pram: kočárek, kočárky, kočárkem
disabled: invalidní vozík, bezbariérový, vozíčkář, vozíčkáři, ztp, postižení, handicapovaní, vozíku, zdravotně postižení
toilet: toaleta, toalety, wc, záchod
food: restaurace, kavárna, jídlo, jíst, občerstvení, oběd, bufet, jídelna, hlad, večeře, najíst, občerstvit, hospoda
breakfast: snídaně
parking: parkování, parkoviště, zaparkovat, parkovací místo, parkovat, zaparkuji, auto nechat, parkovací
charging: nabíjecí stanice, elektromobil, nabíjení
station: nádraží, vlakové nádraží, železniční stanice
bus: autobus, tramvaj, metro, mhd, zastávka, autobusem, veřejná doprava
bicycle: kolo, kola, jízdní kolo, stojan na kola
directions: jak se k nám dostanete, doprava k nám, cesta, příjezd, dostat k vám, jak k vám, trasa
address: adresa, kde jste, poloha, kde sídlíte, sídlo
dog: pes, psi, psa, psem, zvířata, domácí mazlíček, pejsek, pejskem, kočka, mazlíček
wifi: wifi, wi-fi, internet
phone: telefon, telefonní číslo, zavolat, volat, zavolám, telefonicky
email: e-mail, email, mail, e-mailová adresa
contact: kontakt, kontakty, kontaktovat, kontaktní formulář, spojit s někým, zákaznická linka, zákaznická podpora
newsletter: newsletter, zpravodaj, odběr novinek, odhlásit newsletter
voucher: dárkový poukaz, poukaz, voucher, dárkový certifikát
delivery: doprava, doručení, dodání, zásilka, balík, poštovné, doručujete, doručíte, poslat, balíček, dovoz, doprava zdarma
return: vrácení, vrátit, výměna, vyměnit, vrácení zboží, vracím, zboží vrátit, vyměnit velikost, odstoupit od smlouvy
refund: vrácení peněz, vrátit peníze, peníze zpět
complaint: reklamace, stížnost, reklamovat, stěžovat, nespokojený
warranty: záruka, garance, záruční, záruce, záruční doba
repair: oprava, opravit, servis, opravujete, spravit
size: velikost, velikosti, rozměry
pay: platba, platit, zaplatit, způsoby platby, zaplatím, placení, uhradit, úhrada
card: platební karta, kartou, kreditní karta, bezhotovostně, terminál
cancel: zrušit, zrušení, storno, výpověď, vypovědět, ruším, odhlásit, odstoupení, výpovědní lhůta
membership: členství, člen, stát se členem, členský příspěvek, členem, členové, vstoupit, přihlásit se za člena
booking: rezervace, rezervovat, objednat, rezervuji, zamluvit, objednávka stolu
appointment: objednání, termín, objednat se, objednávám, objednat k lékaři
doctor: lékař, doktor, ordinace, lékařka, doktorka, praktický lékař
job: práce, volná místa, kariéra, zaměstnání, pracovní nabídky, zaměstnat, nabíráte, brigáda, pracovní místa, nabídka práce
volunteer: dobrovolník, dobrovolníci, dobrovolnictví, dobrovolnicky, dobrovolníkem
wedding: svatba, svatby, oddat, svatební obřad, svatební, oddávání, vzít se
birthday: narozeniny, oslava narozenin, narozeninová, oslavit narozeniny
event: akce, události, program, kalendář akcí, co se děje, kulturní program
tour: prohlídka, prohlídky, průvodce, komentovaná prohlídka
lost: ztráty a nálezy, ztratil, ztratila, zapomněl, zapomněla, nalezeno, nechal, ztracené věci
cloakroom: šatna, skříňka, úschovna, odložit kabát, uschovat
luggage: zavazadlo, zavazadla, batoh, kufr
photo: fotografování, fotografovat, fotky, focení
borrow: půjčit, výpůjčka, výpůjčky, vypůjčit, půjčuji, půjčit knihu, půjčování
renew: prodloužit, prodloužení
fine: pokuta, zpozdné, upomínka, pozdní vrácení, pozdě vrácené, zpoždění
room: pokoj, pokoje, ubytování
pool: bazén, plavání, koupaliště, plavat, plavecký
waste: odpad, odpadky, svoz odpadu, popelnice, smetí, sběrný dvůr, kontejner, recyklace
car: auto, autem, vozidlo, automobil
order: objednávka, koupit, nákup, zakoupit
invoice: faktura, účtenka, doklad, paragon
account: účet uživatele, přihlášení, přihlásit do účtu, uživatelské jméno, můj účet
hire: pronájem sálu, pronajmout, pronájem, pronájem prostor, sál na oslavu
school: škola, školní, třída, žáci
hotel: hotel, ubytování, penzion, přespat, nocleh, apartmán
drahé, levné, levnější > cena, sleva
pokladna, předprodej, prodej vstupenek
permanentka, roční vstupenka, předplatné
vánoce, štědrý den > 24. prosince, 25. prosince, svátky
silvestr, nový rok > 31. prosince, 1. ledna, svátky
víkend, o víkendu > sobota, neděle
všední dny, pracovní dny, ve všední den > pondělí, pátek
mládež, dospívající, náctiletí
skupina, skupinový
výtah, rampa, plošina
vodicí pes, asistenční pes
neslyšící, nedoslýchavý, znakový jazyk
nevidomý, slabozraký, braillovo písmo
přebalovací pult, plenky, přebalit, plena
kojit, kojení, kojicí koutek
vegetariánské, veganské, bezmasé, bez masa
alergie, bezlepkové, lepek, laktóza, celiakie
vlastní jídlo, piknik, svačina
s sebou, jídlo s sebou, výdej jídla
dětská židlička, židlička, vysoká židlička
jídelní lístek, polední menu, denní nabídka
zahrádka, terasa, venku sedět, venkovní posezení
splátky, na splátky, rozložit platbu
hotovost, hotově, v hotovosti
bankomat, vybrat peníze, výběr peněz
záloha, zálohová platba, předem zaplatit
kauce, vratná záloha
cenová nabídka, rozpočet, kalkulace
dph, bez dph, s dph
stipendium, stipendia
příspěvek, dotace, finanční pomoc, dávky
nezaměstnaný, bez práce, úřad práce
slevový kód, kupón, promo kód
přeobjednat, změnit termín, přesunout termín, změna termínu, odložit
obsazeno, je plno, volná místa, jsou místa > volná místa, kapacita, obsazeno
čekací listina, čekací doba, fronta, pořadník
bez objednání, bez rezervace > objednání, rezervace
výdejní místo, zásilkovna, výdejna
nedorazilo, nepřišlo, nedostal jsem, ztracený balík > doručení, zásilka, sledování
sledování zásilky, sledovat zásilku, kde je moje objednávka
skladem, dostupnost, vyprodáno
osobní odběr, vyzvednout, vyzvednutí
špatná velikost, nesedí, moc velké, moc malé > výměna, vrácení
rozbitý, nefunguje, vadný, poškozený
náhradní díl, náhradní díly
použité, z druhé ruky, bazar, secondhand
složení výrobku, přísady, obsahuje
obchod, prodejna, krám
dárek, dárky, suvenýr, dárkové balení
heslo, zapomenuté heslo, zapomněl jsem heslo, obnovit heslo
smazat účet, zrušit účet, smazat profil > účet, zrušení účtu, smazání
nemohu se přihlásit, účet zablokovaný, nejde přihlásit > přihlášení, heslo, účet
zkušební lekce, vyzkoušet, zkušební hodina, zkušební verze
trénink, trénovat, cvičení
zápas, zápasy, turnaj, soutěž, závody
posilovna, fitness, fitko
sprcha, převléknout, převlékárna > šatny, sprchy
plavky, koupací čepice, jednodílné plavky
naučit plavat, kurz plavání, výuka plavání
výbor, předseda, vedení spolku
ředitel, ředitelka, vedoucí, majitel, šéf
kurz, lekce, workshop, výuka
začátečník, začátečníci, bez zkušeností
lektor, učitel, učitelka, instruktor, trenér
osvědčení, certifikát, potvrzení, vysvědčení
online, přes internet, na dálku, elektronicky
čeština pro cizince, kurz češtiny, naučit česky
školka, mateřská škola, jesle
omluvenka, nepřítomnost, nemocné dítě, omluvit dítě
prázdniny, školní prázdniny, ředitelské volno
školní jídelna, školní obědy, odhlásit oběd, obědy
družina, školní družina, kroužek, kroužky
doučování, domácí úkoly
univerzita, fakulta, vysoká škola
kolej, ubytování studentů
zkouška, test, přijímačky, maturita
zápis, přihláška, přihlášení do školy, registrace
recept, léky, erecept, prášky
očkování, vakcína, očkovat
odběr krve, krevní testy, laboratoř, výsledky
neschopenka, pracovní neschopnost, nemocenská
zubař, stomatolog, zubní lékař, bolí zub, zuby
dětský lékař, pediatr, dětská ordinace
těhotenství, těhotná, porod, porodnice
oční lékař, oční, vyšetření zraku
psycholog, psychoterapie, psychiatr
rentgen, ultrazvuk, magnetická rezonance
pohotovost, akutní, záchranka, naléhavý
nemocnice, klinika, hospitalizace
veterinář, zvěrolékař, veterina
kastrace, sterilizace, kastrovat
lékárna, lékárník
domov důchodců, domov pro seniory, pečovatelka
úřad, obecní úřad, městský úřad, radnice, magistrát
občanka, občanský průkaz, pas, cestovní pas
trvalý pobyt, trvalé bydliště, přestěhování, změna adresy
rodný list, matrika, narození dítěte
úmrtí, úmrtní list, zemřel, pohřeb
řidičák, řidičský průkaz, řidičské oprávnění
stavební povolení, stavba, stavět, stavební úřad
žádost, formulář, tiskopis
jaké doklady, potřebné doklady, potřebné dokumenty
velkoobjemový odpad, starý nábytek, pohovka, matrace > velkoobjemový, sběrný dvůr
vyhodit, zbavit se, kam s > odevzdat, odkládat
baterie, žárovky, zářivky > nebezpečný odpad, baterie
lednice, pračka, stará televize > elektroodpad, elektrospotřebiče
bohoslužba, mše, kostel
křest, křtít, křtiny
hřbitov, hrob, pohřebiště
farář, kněz, farnost, fara
autoservis, mechanik, autodílna
stk, technická kontrola, technická
pneumatiky, přezutí, pneuservis, píchnutá pneumatika
odtah, nestartuje, asistenční služba, odtahová služba
kadeřnictví, kadeřník, stříhání, ostříhat
manikúra, nehty, pedikúra, kosmetika
instalatér, ucpaný odpad, kape kohoutek, prasklá trubka
elektrikář, elektroinstalace
čtenářský průkaz, průkazka do knihovny, registrace čtenáře
e-kniha, audiokniha
tisk, vytisknout, tiskárna, kopírování, skenovat
studovna, čítárna, místo ke studiu
ručník, povlečení, ložní prádlo
příjezd, check-in, ubytovat se
odjezd, check-out, opustit pokoj
klimatizace, topení
kouřit, kouření, cigarety
koncert, živá hudba
výstava, expozice
divadlo, představení
odvoláno, nekoná se, zrušeno > zrušeno, přesunuto
začíná, začátek, zahájení
déšť, prší, špatné počasí, bouřka
letiště, letadlo, let
blízko, pěšky, poblíž, nedaleko
plat, mzda, odměna
praxe, praktikant, stážista
životopis, ucházet se > volná místa, životopis
maminka, tatínek, s maminkou, s tatínkem > rodiče, dospělý
bez rodičů, bez dospělého, samotné dítě > doprovod, dospělý
nezletilý, do 18 let
věk, od kolika let, věková hranice
šála, deštník, rukavice, brýle, klíče, peněženka > ztráty a nálezy
ukradli, krádež, ukradeno > krádež, policie
osobní údaje, ochrana údajů, gdpr, soukromí
podmínky, obchodní podmínky, pravidla, provozní řád
stáhnout, stažení, aplikace, software
nainstalovat, instalace, nastavení
aktualizace, aktualizovat, nová verze
chyba, chybová hláška, nejde spustit
návod, manuál, příručka
hlasování, volební místnost, jít k volbám, hlasovat
finanční úřad, daňové přiznání, daň z nemovitosti
`;
