/** See `groups.ts` for the form. */
export const da = `
admission: entré, adgang, entrépris, billetpris, indgang
price: pris, priser, koster, omkostninger, gebyr, takst, afgift, prisliste, pris på, betaler man
ticket: billet, billetter, adgangsbillet
hours: åbningstider, åbent, åbningstid, åbner, åben, holder åbent
closed: lukket, lukker, lukkedage, lukkedag, ferielukket, lukker I
holiday: helligdag, helligdage
discount: rabat, rabatter, nedsat pris, nedsat, billigere, halv pris, rabatkode
free: gratis, gratis adgang, fri entré, uden betaling
child: barn, børn, søn, datter, unger, barnebarn, børnebørn, barnets
baby: baby, spædbarn, babyer, småbørn
family: familie, familier, familiebillet
senior: pensionist, pensionister, senior, ældre, folkepensionist, bedstemor, bedstefar, bedsteforældre, efterlønner
student: studerende, student, studerende rabat
pram: barnevogn, klapvogn, barnevogne
disabled: kørestol, handicap, handicappede, tilgængelighed, kørestolsbruger, gangbesværede, handicapvenlig, tilgængelig, niveaufri
toilet: toilet, toiletter, wc
food: restaurant, café, cafe, kantine, mad, spise, måltid, frokost, bespisning, sulten, aftensmad, spisested
breakfast: morgenmad, brunch
parking: parkering, parkere, parkeringsplads, p-plads, parkeringshus, parkerer, parkeringspladser, stille bilen
charging: ladestander, elbil, oplade, ladestation
station: banegård, togstation, station, jernbanestation
bus: bus, letbane, metro, offentlig transport, stoppested, kollektiv trafik
bicycle: cykel, cykler, cykelstativ, cykelparkering
directions: find vej, kørselsvejledning, sådan kommer du hertil, rutevejledning
address: adresse, hvor ligger, beliggenhed
dog: hund, hunde, kæledyr, dyr
wifi: wifi, wi-fi, internet, trådløst net
phone: telefon, telefonnummer, ringe, ring til, ringer, telefontid
email: e-mail, mail, email, mailadresse
contact: kontakt, kontakte, kundeservice, henvendelse, kontaktoplysninger, fat i jer, tale med en person
newsletter: nyhedsbrev, nyhedsbreve, afmelde nyhedsbrev
voucher: gavekort, værdibevis
delivery: levering, fragt, forsendelse, pakke, leveringstid, sende, leverer, leveret, sender, fragtpris, porto
return: returnering, returnere, sende tilbage, bytte, ombytning, retur, returret, sender tilbage, bytte størrelse, fortryde køb
refund: refusion, pengene tilbage, tilbagebetaling, refundere, få penge tilbage, penge retur
complaint: klage, reklamation, reklamere, klager, utilfreds, klagevejledning
warranty: garanti, reklamationsret
repair: reparation, reparere, reparerer, fikse, lave i stykker
size: størrelse, størrelser, mål
pay: betaling, betale, betalingsmetoder, betalingsmåder, betaler, betalingsmåde, betalt
card: kort, kreditkort, dankort, betalingskort, betalingskortet, kontaktløs
cancel: afbestille, aflyse, opsige, opsigelse, annullere, afbestilling, afbestiller, melde afbud, afbud, opsiger, udmelde
membership: medlemskab, medlem, blive medlem, kontingent, medlemmer, melde sig ind, indmeldelse
booking: booking, reservation, reservere, bestille bord, booke, reserverer, reserveret, bestille plads, booket
appointment: tidsbestilling, aftale, bestille tid, book tid, få en tid
doctor: læge, lægehus, praksis, lægepraksis, praktiserende læge, lægeklinik
job: job, ledige stillinger, arbejde hos os, karriere, stilling, arbejde, rekruttering, ledige job, ansætter
volunteer: frivillig, frivillige, frivilligt arbejde, hjælpe til, frivilligt
wedding: bryllup, vielse, gifte, vielser
birthday: fødselsdag, børnefødselsdag, fødselsdagsfest
event: arrangement, arrangementer, begivenheder, program, kalender, det sker, aktiviteter
tour: rundvisning, rundvisninger, guidet tur, omvisning
lost: glemte sager, hittegods, tabt, glemt, mistet, fundne sager, mistede, efterladt, glemte ting
cloakroom: garderobe, opbevaringsskab, skab, skabe
luggage: bagage, taske, rygsæk, kuffert
photo: foto, fotografere, fotografering, billeder, filme
borrow: låne, lån, udlån, lånetid, låner, lånt
renew: forny, fornyelse, forlænge
fine: gebyr for sen aflevering, bøde, for sent, overskridelsesgebyr, forsinket, afleveret for sent, rykker
room: værelse, værelser, overnatning
pool: svømmehal, svømmebad, svømme, svømning, bassin
waste: affald, skrald, renovation, genbrugsplads, skraldespand, genbrugsstation, dagrenovation, affaldssortering, skraldebil
car: bil, køretøj
order: bestilling, bestille, ordre, købe, bestilt
invoice: faktura, regning, kvittering, bon
account: konto, log ind, logge ind, login, brugernavn, min side
hire: leje lokale, lokaleudlejning, leje, selskabslokale, udlejning
school: skole, skoleklasse, skoleklasser, elever
hotel: hotel, overnatte, feriebolig, sommerhus, vandrerhjem
dyrt, for dyrt, billigt > pris, rabat
billetsalg, billetkontor, kasse
årskort, sæsonkort, månedskort
nytår, nytårsaften, nytårsdag > 31 december, 1 januar, helligdage
weekend > lørdag, søndag
hverdage > mandag, fredag
unge, teenager, ungdom
gruppe, grupper, selskab
elevator, rampe, lift
førerhund, servicehund
døv, hørehæmmet, tegnsprog, teleslynge
blind, svagtseende, synshandicappet, punktskrift
puslebord, ble, bleer, puslerum, skifte ble
amme, amning, ammerum
vegetarisk, vegansk, veganer, vegetar, kødfri
allergi, allergisk, gluten, glutenfri, laktosefri, cøliaki
madpakke, picnic, egen mad, medbragt mad
takeaway, take away, tage med hjem
barnestol, høj stol, højstol
menukort, retter, dagens ret > menu, menukort
spise ude, udeservering, terrasse
afdrag, rater, dele betalingen op, betale senere
kontant, kontanter, sedler
hæveautomat, hæve penge, pengeautomat
depositum, forudbetaling, a conto
tilbud på opgave, overslag, prisoverslag
moms, merværdiafgift
tilskud, økonomisk støtte, økonomisk hjælp, fripladstilskud
arbejdsløs, ledig, jobsøgende, kontanthjælp
ændre booking, ombooke, flytte tid, udskyde, ændre dato
udsolgt, fuldt booket, ledige pladser, plads tilbage > ledige pladser, udsolgt, venteliste
venteliste, ventetid, kø
uden tid, uden bestilling, åben konsultation > tidsbestilling, åben konsultation
bekræftelse, ordrebekræftelse
pakkeshop, udleveringssted, afhentningssted
ikke kommet, ikke modtaget, pakke forsvundet > levering, pakke, sporing
spore, sporing, track and trace, hvor er min pakke
på lager, lagerstatus, leveringsklar
forkert størrelse, passer ikke, for stor, for lille > bytte, returret, ombytning
fortrydelsesret, fortryde, fortrydelse
i stykker, defekt, virker ikke, ødelagt, beskadiget
reservedel, reservedele
brugt, genbrug, second hand
ingredienser, ingrediensliste, indeholder
butik, forretning, butikker
gave, gaver, gaveindpakning, pakket ind
adgangskode, kodeord, glemt kodeord, glemt adgangskode, password
slette konto, slette min bruger, lukke konto > slette, konto, profil
kan ikke logge ind, konto låst, kan ikke komme ind > log ind, adgangskode, konto
prøvetime, prøvetræning, prøveperiode, prøve gratis
træning, træningstider, træne
kamp, turnering, stævne, konkurrence
fitness, fitnesscenter, styrketræning, motionscenter
omklædning, omklædningsrum, bruser, klæde om
badetøj, badedragt, badebukser
svømmeundervisning, lære at svømme, svømmekursus
bestyrelse, formand, forperson
leder, direktør, ejer, chef, rektor, ansvarlig
generalforsamling, årsmøde
kursus, kurser, workshop, undervisning
begynder, uden erfaring
lærer, underviser, instruktør, pædagog
bevis, kursusbevis, attest, certifikat
online, via nettet, hjemmefra, digitalt
danskkursus, lære dansk, sprogskole
vuggestue, børnehave, dagpleje, daginstitution, sfo
fravær, sygemelding, syg, melde syg
skoleferie, ferie, feriedage
skolemad, madordning, kantine på skolen
skolebus, kørsel til skole
lektiehjælp, lektier
universitet, uni, campus
kollegium, studiebolig, ungdomsbolig
recept, receptfornyelse, medicin, forny recept
vaccination, vaccine, vaccinere, influenzavaccine
blodprøve, blodprøver, prøvesvar, laboratorium
tandlæge, tandpine, tænder, tandklinik
jordemoder, fødsel, gravid, graviditet
fysioterapeut, fysioterapi, genoptræning
psykolog, terapi, angst, samtaleterapi
lægevagt, akut, vagtlæge, skadestue
sygehus, hospital, klinik
dyrlæge, dyreklinik, dyrehospital
neutralisere, kastrere, sterilisere
apotek, apoteker
plejehjem, ældrebolig, hjemmepleje, hjemmehjælp
kommune, rådhus, borgerservice
pas, id-kort, legitimation, legitimationskort
flytte, flytning, ny adresse, adresseændring
byggetilladelse, bygge, carport, tilbygning
skat, selvangivelse, årsopgørelse, ejendomsskat
stemme, folketingsvalg, valgsted, brevstemme
dødsfald, afdød, dødsattest, bisættelse
kørekort, forny kørekort
formular, blanket, ansøgning, skema
p-bøde, parkeringsbøde, parkeringsafgift, kontrolafgift
beboerparkering, beboerlicens, parkeringslicens
storskrald, gammel sofa, møbler, madras > storskrald
smide ud, skille af med, smide væk > aflevere, sortere, smide ud
genbrugsplads, genbrugsstation, lossepladsen
madaffald, bioaffald, madrester, kompost
køleskab, vaskemaskine, gammelt tv > elektronik, elektronikaffald, hårde hvidevarer
batterier, pærer, lysstofrør, malingsrester > farligt affald, batterier
gudstjeneste, messe, kirke, højmesse
dåb, døbe, barnedåb
begravelse, kirkegård, bisættelse
præst, sogn, kirkekontor, sognepræst
konfirmation, konfirmand, konfirmander
autoværksted, værksted, mekaniker
bilsyn, synshal, syn af bil
dækskifte, dæk, vinterdæk, punktering
lånebil, erstatningsbil
vejhjælp, starter ikke, bugsering, motorstop
frisør, klipning, blive klippet, hårklip
vvs, blikkenslager, utæt rør, stoppet afløb
elektriker, elinstallation
låsesmed, låst ude, smækket ude
lånerkort, bibliotekskort
e-bog, e-bøger, lydbog, lydbøger
printe, printer, kopiere, scanne
aflevere bøger, aflevering, aflevere bog > aflevering, aflevere
læsesal, studieplads, studiepladser
håndklæde, håndklæder, sengetøj, linned
indtjekning, check-in, tjekke ind, ankomsttid
udtjekning, check-out, tjekke ud, afrejse
babyseng, ekstra seng, opredning
rengøring, slutrengøring, gøre rent
ryge, rygning, røgfri, cigaret
koncert, koncerter, livemusik
udstilling, udstillinger, særudstilling
teater, forestilling, forestillinger
aflyst, bliver ikke til noget, udsat > aflyst, aflysning
begynder kl, starter, begyndelse, start
slutter, er slut, afslutning
regn, regner, dårligt vejr
lufthavn, fly, flyvemaskine
leje cykel, cykeludlejning, lånecykel
i nærheden, gåafstand, til fods
løn, timeløn, honorar
praktik, praktikplads, praktikant, elevplads
cv, ansøge, jobansøgning > ledige stillinger, rekruttering, ansøgning
mor, far, mødre > forældre, voksen
alene, uden voksen, uden forældre > voksen, ledsager, ifølge
under 18, mindreårig, umyndig
aldersgrænse, hvor gammel, alder
snor, mundkurv, hund i snor
halstørklæde, paraply, handsker, briller, nøgler, pung > glemte sager, hittegods
stjålet, tyveri > tyveri, anmeldelse
persondata, personoplysninger, gdpr, databeskyttelse
vilkår, betingelser, handelsbetingelser, ordensregler
download, hente app, app, software
installere, installation, opsætning
opdatering, opdatere, ny version
fejl, fejlmeddelelse, nedbrud
vejledning, manual, brugsanvisning
juleaften, juledag, i julen, juleferie > 24 december, 25 december, helligdage
`;
