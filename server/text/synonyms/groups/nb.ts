/** See `groups.ts` for the form. */
export const nb = `
admission: inngang, inngangspris, adgang, inngangsbillett, billettpris, entré
price: pris, priser, koster, kostnad, gebyr, avgift, prisliste, pris på, betaler man
ticket: billett, billetter, adgangsbillett
hours: åpningstider, åpent, åpningstid, åpner, åpen, holder åpent
closed: stengt, stenger, lukket, stengetid, feriestengt
holiday: helligdag, helligdager, røde dager, høytid
discount: rabatt, rabatter, redusert pris, honnør, moderasjon, billigere, halv pris, rabattkode
free: gratis, fri entré, gratis inngang, uten betaling
child: barn, unge, sønn, datter, småbarn, barnebarn, unger
baby: baby, spedbarn, babyer
family: familie, familier, familiebillett
senior: pensjonist, pensjonister, senior, eldre, honnør, bestemor, bestefar, besteforeldre
student: student, studenter, studentbevis
pram: barnevogn, trille, barnevogner
disabled: rullestol, funksjonshemmede, tilgjengelighet, funksjonsnedsettelse, bevegelseshemmede, universell utforming, rullestolbruker, handikapvennlig, uføre
toilet: toalett, toaletter, wc, do
food: restaurant, kafé, kafe, kantine, mat, spise, måltid, lunsj, servering, sulten, middag, spisested
breakfast: frokost, brunsj
parking: parkering, parkere, parkeringsplass, parkeringshus, parkerer, parkeringsplasser, sette fra meg bilen
charging: ladestasjon, elbil, lade bilen, ladeplass
station: jernbanestasjon, togstasjon, stasjon
bus: buss, trikk, t-bane, kollektivtransport, holdeplass, kollektivtrafikk
bicycle: sykkel, sykler, sykkelstativ, sykkelparkering
directions: veibeskrivelse, finn fram, hvordan komme hit, kjørerute
address: adresse, hvor ligger, beliggenhet
dog: hund, hunder, kjæledyr, dyr
wifi: wifi, wi-fi, internett, trådløst nett
phone: telefon, telefonnummer, ringe, ringer, telefontid
email: e-post, epost, mail, e-postadresse
contact: kontakt, kontakte, kundeservice, kontaktskjema, kontaktinformasjon, få tak i, snakke med noen
newsletter: nyhetsbrev, melde av nyhetsbrev
voucher: gavekort, verdikort
delivery: levering, frakt, pakke, forsendelse, leveringstid, sende, leverer, levert, sender, fraktpris, porto
return: retur, returnere, sende tilbake, bytte, returrett, sender tilbake, bytte størrelse, angre kjøp
refund: refusjon, pengene tilbake, tilbakebetaling, få pengene tilbake, penger tilbake
complaint: klage, reklamasjon, reklamere, klager, misfornøyd, tilbakemelding
warranty: garanti, reklamasjonsrett
repair: reparasjon, reparere, reparerer, fikse, verksted for reparasjon
size: størrelse, størrelser, mål
pay: betaling, betale, betalingsmåter, betaler, betalingsmåte, betalt
card: kort, kredittkort, bankkort, kontaktløs, betalingskort
cancel: avbestille, avlyse, si opp, oppsigelse, kansellere, avbestilling, avbestiller, melde avbud, avbud, sier opp, melde seg ut
membership: medlemskap, medlem, bli medlem, kontingent, medlemmer, melde seg inn, innmelding
booking: bestilling, reservere, reservasjon, booke, reserverer, reservert, bestille plass, booket
appointment: timebestilling, bestille time, avtale, få time
doctor: lege, legekontor, fastlege, legesenter, allmennlege
job: jobb, ledige stillinger, karriere, stilling, jobbe hos oss, arbeid, rekruttering, ledige jobber, ansetter
volunteer: frivillig, frivillige, dugnad, hjelpe til, frivillig arbeid
wedding: bryllup, vielse, gifte, vigsel
birthday: bursdag, barnebursdag, bursdagsfeiring, bursdagsselskap, bursdager
event: arrangement, arrangementer, program, kalender, hva skjer, aktiviteter, hendelser
tour: omvisning, omvisninger, guidet tur
lost: hittegods, mistet, glemt, gjenglemt, mista, glemte saker, mistet ting, tapt
cloakroom: garderobe, oppbevaringsskap, skap
luggage: bagasje, veske, ryggsekk, koffert
photo: foto, fotografere, fotografering, bilder, filme
borrow: låne, lån, utlån, lånetid, låner, lånt
renew: fornye, forlenge, fornying
fine: gebyr for sein levering, bot, purregebyr, for sent, forsinket, levert for sent, purring
room: rom, dobbeltrom, overnatting
pool: svømmehall, svømmebasseng, svømme, basseng, svømming, badeanlegg
waste: søppel, avfall, renovasjon, gjenvinning, søppelkasse, gjenvinningsstasjon, restavfall, kildesortering, søppelbil, boss
car: bil, kjøretøy
order: ordre, kjøpe, bestilt vare, bestille
invoice: faktura, regning, kvittering
account: konto, logge inn, innlogging, min side, brukernavn
hire: leie lokale, utleie, leie, selskapslokale, lokalleie
school: skole, skoleklasse, elever, skoleklasser
hotel: hotell, overnatte, hytte, feriebolig, vandrerhjem
dyrt, for dyrt, billig > pris, rabatt
billettsalg, billettkontor, kasse
årskort, sesongkort, månedskort
julaften, juledag, i jula, julehelgen > 24 desember, 25 desember, helligdager
nyttår, nyttårsaften, nyttårsdag > 31 desember, 1 januar, helligdager
helgen > lørdag, søndag
hverdager, hverdag, ukedag > mandag, fredag
ungdom, ungdommer, tenåring, tenåringer
gruppe, grupper, selskap
heis, rampe
førerhund, servicehund
døv, hørselshemmet, tegnspråk, teleslynge
blind, svaksynt, synshemmet, punktskrift
stellebord, bleier, stellerom, skifte bleie
amme, amming, ammerom
vegetar, vegansk, veganer, vegetarisk, kjøttfri
allergi, allergisk, gluten, glutenfri, laktosefri, cøliaki
matpakke, piknik, egen mat, medbrakt mat
takeaway, take away, ta med mat
barnestol, tripp trapp, høy stol
matrett, retter, dagens rett > meny
spise ute, uteservering, terrasse
avdrag, nedbetaling, delbetaling, betale senere
kontanter, kontant, sedler
minibank, ta ut penger
depositum, forskudd, forskuddsbetaling
tilbud på jobb, prisoverslag, prisanslag, anbud
mva, merverdiavgift
stipend, studiestøtte
økonomisk støtte, tilskudd, sosialhjelp
arbeidsledig, arbeidssøker, uten arbeid
endre bestilling, endre time, flytte time, utsette, endre dato
fullbooket, fulltegnet, ledige plasser, plass igjen > ledige plasser, fullt, venteliste
venteliste, ventetid, kø
uten time, uten bestilling, drop-in > timebestilling, drop-in
bekreftelse, ordrebekreftelse
hentested, utleveringssted, postkontor
ikke kommet, ikke mottatt, pakke borte > levering, pakke, sporing
spore, sporing, sporingsnummer, hvor er pakken min
utsolgt, på lager, lagerstatus
feil størrelse, passer ikke, for stor, for liten > bytte, retur
angrerett, angrefrist, angre kjøpet
ødelagt, defekt, virker ikke, skadet, i stykker
reservedel, reservedeler
brukt, bruktkjøp, second hand
ingredienser, ingrediensliste, inneholder
butikk, forretning, butikker
gave, gaver, gaveinnpakning, pakket inn
passord, glemt passord, tilbakestille passord
slette konto, slette brukeren, avslutte konto > slette, konto, profil
kan ikke logge inn, konto låst, kommer ikke inn > logge inn, passord, konto
prøvetime, prøvetrening, prøveperiode, prøve gratis
trening, treningstider, trene
kamp, kamper, turnering, stevne, konkurranse
treningssenter, styrketrening, helsestudio
garderobe med dusj, dusj, skifte klær > garderobe, dusj
badetøy, badedrakt, badebukse
svømmekurs, lære å svømme, svømmeopplæring
styre, styreleder, leder av foreningen
leder, direktør, eier, sjef, rektor, ansvarlig
årsmøte, generalforsamling
kurs, workshop, undervisning, verksted for barn
nybegynner, uten erfaring
lærer, underviser, instruktør, pedagog
kursbevis, attest, vitnemål, sertifikat
på nett, via internett, hjemmefra, digitalt
norskkurs, lære norsk, norskopplæring
barnehage, barnehageplass, sfo, dagmamma
fravær, sykemelding, syk, melde fravær
skoleferie, ferie, fridager
skolemat, matordning, skolekantine
skolebuss, skoleskyss
leksehjelp, lekser
universitet, høgskole, høyskole, campus
studentbolig, hybel, studenthybel
resept, fornye resept, medisin, medisiner, legemiddel
vaksine, vaksinasjon, vaksinere, influensavaksine
blodprøve, blodprøver, prøvesvar, laboratorium
tannlege, tannpine, tenner, tannklinikk
jordmor, fødsel, gravid, graviditet
fysioterapeut, fysioterapi, rehabilitering
psykolog, terapi, angst, samtaleterapi
legevakt, akutt, øyeblikkelig hjelp
sykehus, sjukehus, klinikk
veterinær, dyreklinikk, dyrlege, dyresykehus
kastrere, sterilisere, kastrering
apotek, apoteker
sykehjem, aldershjem, hjemmehjelp, hjemmesykepleie
kommune, rådhus, innbyggertorg, servicetorg, kommunehus
id-kort, legitimasjon, nasjonalt id-kort, passfoto
flytte, flytting, ny adresse, adresseendring, flyttemelding
byggesøknad, byggetillatelse, bygge, tilbygg, garasje
skatt, skattemelding, selvangivelse, eiendomsskatt
stemme, forhåndsstemme, valglokale, stortingsvalg
dødsfall, avdød, dødsattest, gravferd
førerkort, fornye førerkort, sertifikat for bil
skjema, blankett, søknad, søknadsskjema
parkeringsbot, p-bot, parkeringsgebyr, kontrollsanksjon
beboerparkering, boligsone, sonekort
grovavfall, gammel sofa, møbler, madrass > grovavfall
kaste, kvitte seg med, bli kvitt > levere, sortere, kaste
gjenvinningsstasjon, miljøstasjon, avfallsstasjon, fyllplass
matavfall, bioavfall, matrester, kompost
kjøleskap, vaskemaskin, gammel tv > ee-avfall, elektrisk avfall, hvitevarer
batterier, lyspærer, lysrør, malingsrester > farlig avfall, batterier
gudstjeneste, messe, kirke, høymesse
dåp, døpe, barnedåp
begravelse, gravlund, kirkegård, bisettelse
prest, menighet, kirkekontor, sokneprest
konfirmasjon, konfirmant, konfirmanter
bilverksted, verksted, mekaniker
eu-kontroll, bilkontroll, periodisk kjøretøykontroll
dekkskift, dekk, vinterdekk, punktering
lånebil, erstatningsbil, leiebil
veihjelp, starter ikke, berging, motorstopp, redningsbil
frisør, klipp, klippe håret, hårklipp
rørlegger, lekkasje, tett avløp, tett sluk
elektriker, elektroinstallasjon
låsesmed, låst ute, utelåst
lånekort, bibliotekkort
e-bok, e-bøker, lydbok, lydbøker
skrive ut, skriver, kopiere, utskrift, skanne
levere bøker, innlevering, levere bok > innlevering, levere, retur
lesesal, leseplass, studieplass, leseplasser
håndkle, håndklær, sengetøy, laken
innsjekking, sjekke inn, ankomsttid
utsjekking, sjekke ut, avreise
barneseng, ekstraseng, sprinkelseng
rengjøring, sluttrengjøring, utvask, vask av hytta
røyke, røyking, røykfri, sigarett
konsert, konserter, livemusikk
utstilling, utstillinger, særutstilling
teater, forestilling, forestillinger
avlyst, blir ikke noe av, utsatt > avlyst, avlysning
begynner, starter, oppstart
slutter, er slutt, avslutning
regn, regner, dårlig vær, uvær
flyplass, lufthavn, fly
leie sykkel, sykkelutleie, bysykkel
i nærheten, gangavstand, til fots
lønn, timelønn, honorar
praksisplass, praktikant, lærling, læreplass
cv, jobbsøknad, søke jobb > ledige stillinger, rekruttering, søknad
mamma, pappa, mor, far > foreldre, voksen
alene, uten voksen, uten foreldre > voksen, følge, ledsager
under 18, mindreårig, umyndig
aldersgrense, hvor gammel, alder
bånd, munnkurv, hund i bånd
skjerf, paraply, hansker, briller, nøkler, lommebok > hittegods
stjålet, tyveri > tyveri, anmeldelse
personopplysninger, personvern, gdpr, persondata
vilkår, betingelser, kjøpsvilkår, ordensregler
laste ned, nedlasting, app, programvare
installere, installasjon, oppsett
oppdatering, oppdatere, ny versjon
feilmelding, krasj, programfeil
bruksanvisning, manual, veiledning, brukerhåndbok
`;
