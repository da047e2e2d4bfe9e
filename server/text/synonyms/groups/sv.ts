/** See `groups.ts` for the form. */
export const sv = `
admission: inträde, entré, entréavgift, inträdesavgift, entrépris
price: pris, priser, kostnad, avgift, avgifter, kostar, taxa, kosta, prislista, belopp
ticket: biljett, biljetter, entrébiljett
hours: öppettider, öppet, öppettid, öppnar, öppen, öppethållande, öppethållandetider
closed: stängt, stängd, stänger, stängning
holiday: helgdag, helgdagar, röd dag, röda dagar, helg
discount: rabatt, rabatter, nedsatt, reducerat pris, rabatterat, billigare, halva priset, rabattkod
free: gratis, fri entré, kostnadsfritt, avgiftsfritt, kostnadsfri
child: barn, unge, son, dotter, småbarn, barnbarn, ungar
baby: bebis, spädbarn, bebisar
family: familj, familjer, familjebiljett
senior: pensionär, pensionärer, senior, seniorer, äldre, farmor, mormor, farfar, morfar, ålderspensionär
student: student, studenter, studerande
pram: barnvagn, barnvagnar, sulky
disabled: rullstol, tillgänglighet, funktionsnedsättning, handikapp, tillgänglig, rörelsehindrade, rullstolsburen, funktionshinder, tillgänglighetsanpassad, permobil
toilet: toalett, toaletter, wc, toa
food: restaurang, café, kafé, kafeteria, mat, äta, måltid, lunch, servering, hungrig, middag, fika
breakfast: frukost, brunch
parking: parkering, parkera, parkeringsplats, parkeringshus, p-plats, ställa bilen
charging: laddstolpe, elbil, ladda bilen, laddplats, laddstation
station: järnvägsstation, station, tågstation, centralstation
bus: buss, spårvagn, tunnelbana, kollektivtrafik, hållplats, kollektivt, buss hit
bicycle: cykel, cyklar, cykelställ, cykelparkering
directions: hitta hit, tar jag mig, ta mig dit, tar mig dit, vägbeskrivning, ta sig hit, resväg
address: adress, var ligger, läge
dog: hund, hundar, husdjur, djur
wifi: wifi, wi-fi, internet, trådlöst nätverk
phone: telefon, telefonnummer, ringa, telefonnumret, ringer, telefontid
email: e-post, mejl, mail, e-postadress, email
contact: kontakt, kontakta, kundtjänst, kontaktformulär, nå er, når jag er, kontaktuppgifter, prata med någon
newsletter: nyhetsbrev, utskick, avprenumerera
voucher: presentkort, gåvokort, värdebevis
delivery: leverans, frakt, paket, försändelse, leveranstid, skicka, leverera, levererar, skickar, fraktkostnad, paketet, porto
return: retur, returnera, skicka tillbaka, byte, byta, lämna tillbaka, skickar tillbaka, byta storlek, ångra köp
refund: återbetalning, pengarna tillbaka, återbetala, få tillbaka pengarna, återbetalat, pengar tillbaka
complaint: klagomål, reklamation, reklamera, klaga, missnöjd, synpunkter
warranty: garanti, reklamationsrätt
repair: reparation, laga, reparera, reparerar, lagar, laga trasigt, fixa
size: storlek, storlekar, mått
pay: betalning, betala, betalningssätt, betalsätt, betalar, betalningsmetoder, faktura betala
card: kort, kreditkort, bankkort, betalkort, kontokort, kontaktlöst
cancel: avboka, avbokning, säga upp, uppsägning, avsluta, avbokar, avboka tid, säger upp, uppsägningstid, häva
membership: medlemskap, medlem, bli medlem, medlemsavgift, medlemmar, gå med, ansluta
booking: bokning, boka, reservera, reservation, bokar, bokat, boka bord, bokningar
appointment: boka tid, tidsbokning, besökstid, tid hos
doctor: läkare, vårdcentral, doktor, mottagning, husläkare, läkarmottagning
job: jobb, lediga tjänster, jobba hos oss, karriär, anställning, tjänst, arbete, rekrytering, lediga jobb, anställer
volunteer: volontär, volontärer, frivillig, ideell, hjälpa till, ideellt arbete, frivilligarbete
wedding: bröllop, vigsel, gifta
birthday: födelsedag, kalas, födelsedagskalas, barnkalas, födelsedagsfest
event: evenemang, program, kalendarium, aktiviteter, evenemangskalender, vad händer
tour: visning, guidad tur, guidning, visningar, rundtur
lost: hittegods, borttappat, glömt, tappat, tappade, glömde, upphittat, kvarglömt, borttappad, tappat bort
cloakroom: garderob, förvaringsskåp, skåp, kapprum
luggage: bagage, väska, ryggsäck, resväska
photo: foto, fotografera, fotografering, bilder, filma
borrow: låna, lån, utlåning, lånetid, lånar, lånat, utlån
renew: omlån, låna om, förlänga, förlängning
fine: förseningsavgift, böter, försenad, förseningsavgifter, försening, sent tillbaka
room: rum, dubbelrum, enkelrum, övernattning
pool: simhall, bassäng, simma, badhus, simbassäng, badanläggning, simning
waste: sopor, avfall, sophämtning, återvinning, skräp, återvinningscentral, sophantering, avfallshämtning, soptunna
car: bil, fordon
order: beställning, beställa, order, köpa, beställt
invoice: faktura, fakturor, kvitto, räkning
account: konto, inloggning, logga in, mina sidor, användarnamn
hire: hyra lokal, lokaluthyrning, hyra, festlokal, hyra sal
school: skola, skolan, skolklass, klassresa, elever
hotel: hotell, vandrarhem, boende, övernatta, stuga
dyr, dyrt, billigt, billig > pris, rabatt
biljettkassa, kassa, biljettlucka
årskort, säsongskort, månadskort
nyår, nyårsafton, nyårsdagen > 31 december, 1 januari, helgdagar
helgen, veckoslut > lördag, söndag
vardagar, vardag > måndag, fredag
ungdom, ungdomar, tonåring, tonåringar
grupp, grupper, sällskap
hiss, ramp, trapphiss
ledarhund, assistanshund, servicehund
döv, hörselskadad, teckenspråk, hörslinga
blind, synskadad, punktskrift
skötbord, blöja, blöjor, byta blöja
amma, amning, amningsrum
vegetariskt, veganskt, vegan, vegetarian, köttfritt
allergi, allergisk, gluten, glutenfri, laktos, laktosfri, celiaki
matsäck, picknick, egen mat, medhavd mat
hämtmat, avhämtning, ta med maten, take away
barnstol, barnmatstol, hög stol
uteservering, äta ute, terrass
delbetalning, avbetalning, dela upp betalningen, betala senare
kontanter, kontant, sedlar
bankomat, ta ut pengar
handpenning, förskottsbetalning, förskott
deposition, pant
offert, kostnadsförslag, prisuppgift
moms, mervärdesskatt
stipendium, studiemedel, studiestöd
bidrag, ekonomiskt stöd, försörjningsstöd
arbetslös, arbetssökande, utan arbete
ändra bokning, omboka, flytta tiden, byta tid, skjuta upp
fullbokat, fullt, lediga platser, plats kvar > lediga platser, fullbokat, kölista
väntelista, kölista, kötid, kö
drop-in, utan bokning, utan tid > drop-in, bokning
bekräftelse, bokningsbekräftelse
utlämningsställe, paketombud, ombud, postombud
inte kommit, inte fått, paket borta, försvunnet paket > leverans, paket, spårning
spåra, spårning, spårningsnummer, var är mitt paket
slutsåld, i lager, lagersaldo
fel storlek, passar inte, för stor, för liten > byte, retur, ångerrätt
ångerrätt, ångra, öppet köp
trasig, sönder, defekt, fungerar inte, gått sönder
reservdel, reservdelar
begagnat, begagnad, second hand
innehåll, ingredienser, innehållsförteckning
butik, affär, butiker
present, presenter, presentinslagning, gåva
lösenord, glömt lösenord, återställa lösenord
radera konto, ta bort konto, avsluta konto > konto, radera, ta bort
kommer inte in, kan inte logga in, konto låst > logga in, lösenord, konto
prova på, provträning, provlektion, provperiod
träning, träningstider, träna
match, matcher, tävling, turnering
gym, styrketräning, fitness
omklädningsrum, duscha, byta om
badkläder, baddräkt, badbyxor
simskola, lära sig simma, simundervisning
styrelse, ordförande, föreningsstyrelse
chef, direktör, ägare, rektor, föreståndare, ansvarig
årsmöte, föreningsstämma
kurs, kurser, workshop, lektion, lektioner, utbildning
nybörjare, utan förkunskaper, grundkurs
lärare, pedagog, kursledare, instruktör
intyg, certifikat, betyg, kursintyg
distans, på distans, online, via nätet, digitalt
svenska för invandrare, sfi, lära sig svenska
förskola, dagisplats, barnomsorg, fritids
frånvaro, sjukanmälan, sjuk, anmäla frånvaro
skollov, lov, lovdagar, sommarlov
skolmat, skolmatsal, skollunch
skolskjuts, skolbuss
läxhjälp, läxor, studiehjälp
universitet, högskola, campus
studentbostad, studentboende, korridorsrum
recept, förnya recept, medicin, läkemedel, mediciner
vaccination, vaccin, vaccinera, spruta
blodprov, provtagning, provsvar, lab
tandläkare, tandvård, tandvärk, tänder
barnmorska, förlossning, gravid, graviditet
sjukgymnast, fysioterapeut, fysioterapi
psykolog, terapi, samtalsterapi, ångest
akut, jour, akutmottagning, jourtid
sjukhus, lasarett, klinik
veterinär, djurklinik, djursjukhus
kastrera, kastrering, sterilisera
apotek, apotekare
äldreboende, ålderdomshem, hemtjänst, vårdboende
kommun, kommunhus, medborgarkontor, kommunkontor, stadshus
pass, id-kort, legitimation, nationellt id-kort
flytta, flyttanmälan, ny adress, adressändring
bygglov, bygga, altan, tillbyggnad, bygganmälan
deklaration, skatt, skatteverket, fastighetsskatt
rösta, vallokal, riksdagsval, förtidsrösta
dödsfall, avliden, dödsbevis, dött
körkort, körkortstillstånd
blankett, formulär, ansökan, e-tjänst
parkeringsbot, p-böter, felparkering, kontrollavgift
boendeparkering, parkeringstillstånd
grovsopor, gammal soffa, möbler, madrass > grovavfall, grovsopor
slänga, kasta, bli av med > lämna, sortera, slänga
återvinningscentral, sopstation, miljöstation, tippen
matavfall, kompost, matrester, bruna påsen
kylskåp, tvättmaskin, gammal tv > elavfall, vitvaror
batterier, glödlampor, lysrör, färgrester > farligt avfall, batterier
gudstjänst, mässa, kyrka, högmässa
dop, dopgudstjänst
begravning, begravningsplats, kyrkogård, jordfästning
präst, pastor, församling, komminister
konfirmation, konfirmander, konfirmandläsning
bilverkstad, verkstad, mekaniker
besiktning, bilbesiktning, kontrollbesiktning
däckbyte, däck, vinterdäck, punktering
lånebil, hyrbil, ersättningsbil
bärgning, starta inte, bogsering, vägassistans
frisör, klippning, klippa håret, hårfrisör
rörmokare, stopp i avloppet, läcka, droppande kran > rörmokare, vvs, jour
elektriker, elinstallation
låssmed, utelåst, låst ute
bibliotekskort, lånekort
e-bok, e-böcker, ljudbok
skriva ut, skrivare, kopiera, kopiator, skanna
lämna tillbaka bok, återlämna, inlämning > återlämning, retur
tyst läsesal, studieplats, läsesal, studieplatser
handduk, handdukar, lakan, sängkläder
incheckning, checka in, ankomsttid
utcheckning, checka ut, avresetid
barnsäng, extrasäng, spjälsäng
städning, slutstädning, städa
röka, rökning, rökfri, cigarett
konsert, konserter, livemusik
utställning, utställningar, expo
teater, föreställning, föreställningar
inställt, ställs in, inställd, inte av
börjar, start, startar, inleds
slutar, är slut, tar slut
regn, regnar, dåligt väder, oväder
flygplats, flyg, flygplan
hyra cykel, cykeluthyrning, lånecykel
i närheten, gångavstånd, till fots
lön, timlön, ersättning
praktik, praktikplats, praktikant, prao
cv, ansöka, jobbansökan > lediga tjänster, rekrytering, ansökan
mamma, pappa > föräldrar, vårdnadshavare
ensam, utan vuxen, utan förälder > vuxen, målsman, vårdnadshavare
under 18, minderårig, omyndig
åldersgräns, hur gammal, vilken ålder
koppel, munkorg, kopplad
halsduk, paraply, handskar, glasögon, nycklar, plånbok > hittegods
stulet, stöld, snott > stöld, polisanmälan
personuppgifter, integritet, gdpr, dataskydd
villkor, köpvillkor, ordningsregler
nedladdning, ladda ner, app, programvara
installera, installation, inställningar
uppdatering, uppdatera, ny version
fel, felmeddelande, krasch, bugg
bruksanvisning, manual, instruktion, handbok
matsedel, maträtter, dagens rätt, dagens lunch > meny, lunchmeny
julafton, juldagen, julhelgen, under jul, i jul > 24 december, 25 december, helgdagar
skapa, upprätta
`;
