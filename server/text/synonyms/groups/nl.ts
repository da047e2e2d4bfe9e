/** See `groups.ts` for the form. */
export const nl = `
admission: toegang, toegangsprijs, entree, entreeprijs, toegangskosten, entreegeld
price: prijs, prijzen, hoe duur, kosten, kost, tarief, tarieven, hoeveel kost, hoeveel is het, prijskaartje, bedrag, kosten per
duur, goedkoop, goedkoper, te duur, besparen > prijs, korting
ticket: ticket, tickets, kaartje, kaartjes, toegangskaart, toegangsbewijs, entreebewijs
kassa, ticketbalie, kaartverkoop
jaarkaart, jaarabonnement, seizoenkaart
hours: openingstijden, openingsuren, open, geopend, opening, openingstijd, winkeluren, bezoekuren
sluit, sluiten, dicht, hoe laat > openingstijden, gesloten
closed: gesloten, dicht, sluiting, sluitingsdag, gesloten zijn
laatste toegang, laatste entree
holiday: feestdag, feestdagen, officiële feestdag
kerst, kerstmis, kerstavond > 24 december, 25 december, feestdagen
nieuwjaar, oudjaar, oud en nieuw > 1 januari, 31 december, feestdagen
weekend > zaterdag, zondag
discount: korting, gereduceerd, kortingstarief, gereduceerd tarief, reductie, halve prijs, voordeliger
aanbieding, aanbiedingen, actie, uitverkoop
free: gratis, kosteloos, vrije toegang, vrij entree, zonder te betalen, gratis toegang, niets kosten, hoef niet te betalen
child: kind, kinderen, kids, zoon, dochter, kleintjes, kleinkind, kleinkinderen, jongetje, meisje
baby: baby, baby's, peuter, peuters, dreumes
verschoontafel, luier, luiers, verschonen
jongeren, tiener, tieners, jeugd
family: gezin, gezinnen, familie, gezinskaart
senior: senior, senioren, 65-plus, 65-plussers, gepensioneerd, gepensioneerden, ouderen, bejaarden, oma, opa, oude mensen, aow'er, pensioen
student: student, studenten, studentenkaart, studerenden
groep, groepen, groepsbezoek
pram: kinderwagen, buggy, wandelwagen
disabled: rolstoel, toegankelijk, toegankelijkheid, invalide, gehandicapt, mindervalide, beperking, mindervaliden, rolstoelgebruiker, rolstoelvriendelijk
lift, hellingbaan, drempelvrij
hulphond, geleidehond, assistentiehond
doof, slechthorend, gebarentaal, ringleiding
blind, slechtziend, braille
toilet: toilet, toiletten, wc, sanitair
food: restaurant, café, cafetaria, kantine, eetgelegenheid, horeca, eetcafé
eten, maaltijd, lunch, diner, avondeten, honger, lunchen > restaurant, café, eten, menukaart
drinken, drank, drankjes, taart > café, dranken
breakfast: ontbijt, ontbijten, brunch
menukaart, menu, gerechten, kaart
vegetarisch, veganistisch, vleesloos
allergie, allergieën, allergenen, glutenvrij, coeliakie, allergisch, lactose, lactosevrij, intolerantie, notenallergie
picknick, picknicken, eigen eten, lunchpakket
parking: parkeren, parkeerplaats, parkeergarage, parkeerplaatsen, parkeergelegenheid, auto kwijt, parkeer, parking, auto parkeren, auto neerzetten
charging: laadpaal, laadpalen, elektrische auto, opladen, laadpunt
car: auto, wagen, voertuig
station: station, treinstation, spoorwegstation
trein, treinen, ns
bus: bus, tram, metro, openbaar vervoer, ov, halte, bushalte, streekbus
bicycle: fiets, fietsen, fietsenstalling, fietsenrek
directions: route, routebeschrijving, bereikbaarheid, hoe kom ik, bereiken, route naar, naar jullie toe
address: adres, locatie, waar zijn jullie, gelegen
dog: hond, honden, huisdier, huisdieren, dieren
wifi: wifi, wi-fi, internet, draadloos internet
phone: telefoon, telefoonnummer, bellen, opbellen, telefonisch, bel, belt, telefoneren, telefonisch bereikbaar
mobiel, gsm, smartphone
email: e-mail, email, mail, mailadres, e-mailadres
contact: contact, contact opnemen, bereikbaar, contactformulier, contactgegevens, contactpersoon
medewerker spreken, klantenservice, helpdesk > contact, klantenservice
newsletter: nieuwsbrief, mailinglijst, nieuwsbrieven
uitschrijven, afmelden, uitschrijving, opzeggen nieuwsbrief
voucher: cadeaubon, cadeaukaart, waardebon, tegoedbon, kadobon
cadeau, cadeaus, souvenir, kado
delivery: levering, bezorging, verzending, pakket, bezorgen, verzendkosten, levertijd, leveren, verzenden, geleverd, bezorgd, verzonden, opgestuurd, bezorgkosten, opsturen, pakketje
komt aan, wanneer komt, wanneer krijg, hoe lang duurt bezorging > levertijd, bezorging
buitenland, internationaal > buitenland, verzending
volgen, track and trace, waar is mijn bestelling, trackingcode
order: bestelling, bestellen, aankoop, kopen, order, besteld, bestel, koop, gekocht, aanschaffen
uitverkocht, op voorraad, leverbaar, beschikbaar
afhalen, ophalen, afhaalpunt, afgehaald, ophaalpunt, haal op, afhaal
return: retour, retourneren, terugsturen, terugbrengen, ruilen, omruilen, teruggestuurd, retourzending, geruild, teruggeven
refund: terugbetaling, geld terug, terugbetalen, restitutie, geld terugkrijgen, terugbetaald, terugkrijgen, terugstorten
herroeping, herroepingsrecht, bedenktijd
complaint: klacht, klachten, klagen, reclamatie, ontevreden, beklag, geklaagd, klachtenregeling
kapot, defect, beschadigd, stuk, werkt niet, kapotte, stukgegaan, werkt niet meer, gebroken
warranty: garantie, waarborg, garantietermijn
repair: reparatie, repareren, herstellen, onderhoud, gerepareerd, repareer, laten maken, herstelling
onderdeel, onderdelen, reserveonderdelen
size: maat, maten, maattabel, afmetingen, pasvorm
pay: betaling, betalen, betaalmethode, betaalmethoden, betaalwijze, afrekenen, betaal, betaald, betaalmogelijkheden, betaalmiddelen
card: creditcard, pinpas, pinnen, bankpas, contactloos, betaalpas, bankkaart, pin, bancontact
contant, cash, contant geld
geldautomaat, geld opnemen
overschrijving, incasso, automatische incasso, iban
invoice: factuur, rekening, bon, kassabon, facturen, bonnetje, betaalbewijs, kasticket, aankoopbewijs
cancel: opzeggen, opzegging, annuleren, annulering, beëindigen, stopzetten, opgezegd, geannuleerd, annuleer, afzeggen, afgezegd
membership: lidmaatschap, lid, leden, lid worden, aanmelden als lid, aansluiten, lid zijn
contributie, ledenbijdrage, jaarlijkse bijdrage, lidgeld, jaarcontributie
abonnement, abonneren, contract, abonnee, abo
inschrijven, inschrijving, aanmelden, aanmelding, registreren, ingeschreven, inschrijfformulier, aangemeld, opgeven, inschrijfgeld
account: account, inloggen, aanmelden op, login, ingelogd, mijn account, gebruikersnaam, klantaccount, profiel
wachtwoord, wachtwoord vergeten, inloggegevens, toegangscode, wachtwoord resetten
booking: reservering, reserveren, boeken, boeking, gereserveerd, geboekt, reserveer
verzetten, omboeken, datum wijzigen, verplaatsen, verzet, uitstellen, andere datum, wijzigen reservering, omboeking
appointment: afspraak, afspraken, afspraak maken, afspraakje, inplannen, langskomen, afspraak inplannen
wachtlijst, wachtrij, wachttijd
doctor: arts, dokter, huisarts, praktijk, huisartsenpraktijk, geneesheer, dokterspraktijk
spreekuur, spreekuren, inloopspreekuur
recept, recepten, medicijn, medicijnen, herhaalrecept, medicatie, pillen, geneesmiddel
spoed, noodgeval, huisartsenpost, spoedgeval
vaccinatie, inenting, prik, griepprik, vaccineren, gevaccineerd, vaccin, spuitje
zorgverzekering, zorgpas, ziektekostenverzekering
ziekmelding, ziek melden, doktersverklaring
tandarts, tandartspraktijk, kiespijn, tandpijn, gebit
apotheek, apotheker, apotheken, drogist
job: vacature, vacatures, baan, banen, werken bij, werk, carrière, baantje, personeel gezocht, werken voor, banen bij, in dienst nemen
solliciteren, sollicitatie, cv > vacatures, werken bij
stage, stageplek, stagiair, stagelopen, stageplaats, bbl
volunteer: vrijwilliger, vrijwilligers, vrijwilligerswerk, vrijwillig, als vrijwilliger
wedding: bruiloft, trouwen, huwelijk, trouwerij, trouwlocatie
birthday: verjaardag, kinderfeestje, verjaardagsfeest, verjaardag vieren
hire: zaalverhuur, zaal huren, huren, ruimte huren, verhuur, besloten feest, huur, gehuurd, feestzaal, zaal afhuren, locatie huren, huurprijs
event: evenement, evenementen, agenda, programma, activiteiten, evenementenkalender, wat is er te doen
tentoonstelling, tentoonstellingen, expositie, te zien
cursus, cursussen, workshop, les, lessen
tour: rondleiding, rondleidingen, gids
audiotour, audioguide, koptelefoon
lost: gevonden voorwerpen, verloren, vergeten, kwijt, verloren voorwerpen, vergeten spullen, kwijtgeraakt
sjaal, paraplu, jas, handschoenen, bril, sleutels, portemonnee > gevonden voorwerpen
cloakroom: garderobe, kluisje, kluisjes, locker, lockers
luggage: bagage, koffer, tas, rugzak, tassen, handbagage
photo: foto, foto's, fotograferen, fotografie, filmen, camera, gefotografeerd, fotograaf, selfie
journalist, pers, persvoorlichting
doneren, donatie, gift, steunen, sponsor
school: school, scholen, schoolklas, schoolreis, schooluitje, basisschool, klas, leerlingen
leraar, lerares, docent, docenten, leerkracht, directeur, juf, meester, schoolhoofd
vakantie, schoolvakantie, vakanties
kinderopvang, opvang, bso, crèche, kinderdagverblijf, peuterspeelzaal, naschoolse opvang, voorschoolse opvang, kinderdagverblijven, gastouder
borrow: lenen, uitlenen, uitlening, leen, geleend, leent, ontlenen, uitgeleend
uitleentermijn, leentermijn, inleverdatum, terugbrengen
renew: verlengen, verlenging, verlengd, langer houden
fine: boete, boetes, te laat, telaatgeld, bekeuring, verlaat, te laat terug
bibliotheekpas, lenerspas, bibliotheekkaart
e-book, e-books, ebook, digitale boeken
printen, printer, kopiëren, scannen, kopieerapparaat, kopietje, afdrukken, geprint, scan
hotel: hotel, overnachting, overnachten, accommodatie, pension, slapen, logeren, logement
room: kamer, kamers, tweepersoonskamer
inchecken, check-in, aankomsttijd
uitchecken, check-out, vertrektijd
kinderbed, babybed, extra bed
pool: zwembad, zwemmen, zwemles, zwem, baantjes zwemmen
airco, airconditioning, verwarming
roken, rokers, sigaret, rook, rookvrij, vapen, e-sigaret
vereniging, club
training, trainingen, trainingstijden
proefles, uitproberen, proefperiode
kerkdienst, dienst, mis, eredienst, misviering, viering
doop, dopen
begrafenis, uitvaart, begraafplaats
dominee, pastoor, priester, parochie
gemeentehuis, stadhuis, gemeente, gemeenteloket, gemeentekantoor, burgerzaken
identiteitskaart, paspoort, legitimatie, id-kaart, identiteitsbewijs, id-bewijs
verhuizen, verhuizing, adreswijziging, verhuis, verhuisd, nieuw adres, adres wijzigen, adres doorgeven
waste: afval, vuilnis, vuilnisbak, huisvuil, milieustraat, grofvuil, restafval, vuilniszak, afvalinzameling, vuil, container, kliko, rommel, recyclen, vuilnisbakken
bouwvergunning, omgevingsvergunning
burgemeester, wethouder
speeltuin, speelplek, speelhoek
privacy, persoonsgegevens, avg
voorwaarden, algemene voorwaarden, huisregels
leeftijd, minimumleeftijd, vanaf welke leeftijd, hoe oud, leeftijdsgrens, jaar oud
duur van, duurt, hoe lang
software, programma software, app, applicatie
installeren, installatie, instellen
bijwerken, update, nieuwe versie
downloaden, download
fout, foutmelding, storing
handleiding, gebruiksaanwijzing, instructies
gespreid betalen, in termijnen, termijnen, achteraf betalen, afbetalen
aanbetaling, voorschot, vooruitbetaling
borg, borgsom, waarborgsom, statiegeld
offerte, prijsopgave, kostenraming, vrijblijvende offerte
btw, inclusief btw, exclusief btw, belasting over
toeslag, meerprijs, bijkomende kosten, extra kosten
studiefinanciering, studiebeurs, beurs
subsidie, tegemoetkoming, financiële steun, financiële hulp
werkloos, werkloze, werkzoekende, zonder werk
laag inkomen, weinig geld, bijstand, uitkering > laag inkomen, korting, minima, minimaregelingen
kortingscode, actiecode, vouchercode, promotiecode
klantenkaart, spaarpunten, spaarkaart, punten sparen, stempelkaart
dubbel betaald, dubbel afgeschreven, te veel betaald > betaling, afschrijving, terugbetaling
niet komen, verhinderd, kan niet komen > annuleren, afzeggen, afmelden
volgeboekt, nog plaats, plek vrij, vrije plaatsen, nog plek > beschikbare plaatsen, volgeboekt, wachtlijst
zonder afspraak, zonder reservering, zonder reserveren, spontaan > afspraak, reservering, inloop
niet op komen dagen, niet verschenen, afspraak gemist, no-show > niet verschenen, no-show, afzeggen
pakketpunt, afhaalpunt, postpunt, servicepunt
niet aangekomen, niet ontvangen, pakket kwijt, nooit ontvangen > bezorging, levering, pakket, verzending
inpakken, cadeauverpakking, cadeaupapier, ingepakt
aan huis, thuis, bij mij thuis
retourlabel, retourformulier, retouretiket
verkeerde maat, past niet, te groot, te klein, valt tegen > ruilen, retourneren, retour
verkeerd geleverd, verkeerd artikel, verkeerde bestelling > klacht, ruilen, retour
tweedehands, gebruikt, occasion, refurbished
ingrediënten, samenstelling, bestanddelen
winkel, shop, verkooppunt
verkopen, verkoop, verkoopt, te koop
kledingreparatie, inkorten, kleermaker, naaien, zomen
pas verloren, pas kwijt, kaart verloren, kaart kwijt, nieuwe pas > verlies, vervangende pas, nieuwe pas
vervangen, vervanging, vervangend
opzegtermijn, termijn voor opzegging, hoe lang van tevoren opzeggen
automatisch verlengd, stilzwijgend, automatische verlenging, stilzwijgende verlenging
niet-leden, niet-lid, introducé
ledenvergadering, algemene ledenvergadering, jaarvergadering
meedoen, meespelen, erbij komen > lid worden, inschrijven, deelnemen
oude bank, matras, oude meubels, oude kast, bankstel, grote spullen > grofvuil, grof huishoudelijk afval
milieustraat, containerpark, recyclagepark, afvalbrengstation, milieupark
kringloop, kringloopwinkel, kringwinkel, tweedehandswinkel
weggooien, wegdoen, kwijt kunnen, waar moet > inleveren, wegbrengen, afvoeren
pmd, plastic zak, gele zak, plastic verpakkingen, blikjes, pmd-zak
lege flessen, glazen potten, glas wegbrengen > glasbak, glas
oud papier, papierbak, karton, kartonnen dozen
etensresten, schillen, groenteafval > gft, groente, fruit
gft, gft-afval, groene bak, groenbak, biobak
snoeiafval, gemaaid gras, takken, bladeren, tuinafval, groenafval
batterijen, lampen, spaarlampen, tl-buizen > batterijen, inleverpunt, kca
koelkast, wasmachine, oude televisie, oude computer, elektrische apparaten > elektrische apparaten, elektronisch afval
verfresten, verf, chemisch, oplosmiddel, frituurvet > klein chemisch afval, kca, gevaarlijk afval
puin, sloopafval, bouwafval
oude kleren, oude kleding, kledingcontainer, kledingbak > textiel, kleding, kledingcontainer
oude medicijnen, medicijnen over, medicijnen over datum > apotheek, medicijnen
ophaaldag, opgehaald, vuilniswagen, vuilophaling, ophaalkalender > inzameling, ophalen, afvalkalender
container buiten zetten, kliko buiten zetten, vuilnis buiten zetten, aan de straat zetten > aanbieden, aanbiedplaats, afvalkalender
kapotte container, container kapot, grotere container, extra container > container, omwisselen, aanvragen
afvalstoffenheffing, vuilnisbelasting, huisvuilbelasting
nieuwe patiënt, inschrijven als patiënt > nieuwe patiënten, inschrijven
gynaecoloog, vrouwenarts, gynaecologie
zwanger, zwangerschap, in verwachting
bevalling, bevallen, verloskundige, vroedvrouw, kraamzorg
fysio, fysiotherapie, fysiotherapeut, kinesist, kinesitherapie
oogarts, ogen laten meten, oogmeting, opticien
huidarts, dermatoloog, dermatologie
psycholoog, psychologen, psychotherapie, therapeut
somber, depressief, angsten > psycholoog, psychische klachten
verpleegkundige, verpleger, verpleegster, wijkverpleging
bloedprikken, bloedafname, bloedonderzoek, prikpost, bloed laten prikken
testuitslag, uitslag, labuitslag
röntgenfoto, echo, mri, scan laten maken > röntgen, radiologie, echo
gaatje, vulling, kroon, wortelkanaal, implantaat > tandarts, tandheelkundig, vulling
gebitsreiniging, tandsteen, mondhygiënist, mondhygiëne
beugel, orthodontist, orthodontie
eigen risico, eigen bijdrage, zelf betalen, vergoed, vergoeding
dierenarts, dierenkliniek, veearts, dierenartspraktijk
zieke hond, zieke kat, hond ziek, kat ziek > dierenarts, spoed
castreren, castratie, steriliseren, sterilisatie
beeldbellen, videoconsult, online consult, e-consult
ziekenhuis, hospitaal, kliniek, opgenomen
ambulance, ziekenwagen, brandweer, hartaanval > spoed, 112, noodgeval
bezoekuur, bezoektijden, patiënt bezoeken, zieke bezoeken
operatie, geopereerd, opereren, ingreep
bejaardentehuis, verzorgingshuis, verpleeghuis, woonzorgcentrum, rusthuis
thuiszorg, hulp in huis, huishoudelijke hulp, mantelzorg
leerling, scholier
afwezig, afwezigheid, verzuim, absent
rapport, cijfers, schoolrapport
ouderavond, oudergesprek, tienminutengesprek, oudercontact
huiswerk, huiswerkbegeleiding, bijles
schoolbus, leerlingenvervoer, schoolvervoer
overblijven, tussen de middag, lunchpauze op school > overblijven, tussenschoolse opvang, lunch
oppas, babysit
zomerkamp, vakantiekamp, speelweek, kamp
eerste schooldag, school begint, schooljaar, begin van het schooljaar
universiteit, hogeschool, uni
studentenkamer, studentenhuis, studentenhuisvesting, op kamers
examen, toets, tentamen
beginner, zonder ervaring, geen ervaring, instapniveau
gevorderden, verdieping
instructeur, cursusleider, begeleider, trainer, coach
nederlandse les, nederlands leren, inburgering, taalcursus, taalles
certificaat, diploma, getuigschrift, bewijs van deelname
online, via internet, op afstand, digitaal
les gemist, gemiste les, inhalen > inhalen, gemist
welke papieren, welke documenten, benodigde documenten, meenemen naar de balie > documenten, papieren
formulier, aanvraagformulier, aanvraag
balie, receptie, loket, onthaal
verblijfsvergunning, verblijfskaart, visum, vreemdelingenzaken
nationaliteit, naturalisatie, nederlander worden
overlijden, overleden, dood, overlijdensakte, gestorven
geboorte aangeven, baby aangeven, geboorteaangifte, geboorteakte
stemmen, verkiezingen, stempas, stembureau, stemkaart
belasting, ozb, gemeentebelasting
rijbewijs, rijbewijzen, autorijbewijs
graf, grafrecht, grafsteen > begraafplaats, graf, grafrechten
schuurtje, dakkapel, uitbouw, aanbouw, schutting, verbouwen > omgevingsvergunning, vergunning, vergunningvrij
lantaarnpaal, straatlantaarn, gat in de weg, stoep, straatverlichting > melding openbare ruimte, straatverlichting, melden
lawaai, geluidsoverlast, herrie, lawaaierige buren > geluidsoverlast, overlast, geluid
hond weggelopen, kat weggelopen, dier gevonden, zwerfdier > gevonden dieren, dierenambulance, dierenasiel
aangelijnd, aan de lijn, hondenriem, muilkorf, los lopen
hondenpension, hondenoppas, dierenpension
toegestaan, verboden, niet toegestaan, toegelaten
markt, weekmarkt, marktdag
rommelmarkt, vlooienmarkt, vrijmarkt, brocante
waterlek, watermeter, meterstand > waterbedrijf, meterstand
politie, wijkagent, boa, handhaving
maatschappelijk werk, maatschappelijk werker, wijkteam, ocmw
sociale huur, sociale huurwoning, huurwoning, sociale woning
wedstrijd, toernooi, competitie, kampioenschap
sportkleding, gymschoenen, wat aantrekken, sportschoenen > kleding, uitrusting, schoenen
sportschool, fitness, sportzaal, krachttraining
douche, kleedkamer, omkleden, kleedhokje
zwembroek, badpak, zwemkleding, bikini, badmuts
leren zwemmen, zwemdiploma, zwemlessen, zwemonderwijs
wandelen, wandeling, wandelroute, wandelpad
vakantiehuis, vakantiewoning, vakantiehuisje, vakantieappartement
kamperen, camping, tent, caravan
laat aankomen, late aankomst, 's nachts aankomen, laat inchecken > aankomst, inchecken, receptie
sleutel ophalen, sleuteloverdracht, sleutelkluisje, sleutelkastje
schoonmaak, schoonmaakkosten, eindschoonmaak, schoonmaken
handdoek, beddengoed, lakens, linnengoed
toeristenbelasting, verblijfsbelasting
om mee te nemen, afhaalmaaltijd, afhaalmenu, meenemen eten > afhalen, afhaalmaaltijden
kinderstoel, kinderzitje, hoge stoel
kindermenu, kindergerecht, kinderkaart
terras, buiten zitten, buiten eten > terras, buiten
dagschotel, dagmenu, daggerecht
bier, wijn, alcohol, borrel, cocktail > dranken, bar, wijnen, bieren
keuken open, keuken sluit, hoe laat eten > keuken, openingstijden
tafel reserveren, tafeltje, tafel
boek kwijt, boek verloren, boek beschadigd, boek kapot > verlies, beschadiging, vergoeding
hoeveel boeken, hoeveel lenen > lenen, boeken, materialen
boek inleveren, inleveren, boeken terugbrengen > inleveren, terugbrengen, inleverbus
bordspel, bordspellen, gezelschapsspel, speluitleen, speelgoeduitleen
krant, tijdschrift
voorlezen, voorleesuurtje, voorleesuur
computer, pc, laptop
studieplek, studieplekken, leeszaal, werkplek, stilteruimte
garage, autogarage, monteur, werkplaats
apk, keuring, autokeuring, apk-keuring
ruitschade, voorruit, sterretje, autoruit
deuk, kras, lakschade, carrosserie > schadeherstel, autoschade
leenauto, vervangende auto, vervangend vervoer
start niet, pech, pechhulp, slepen, sleepdienst, accu leeg
tanken, tankstation, benzine, diesel, benzinestation
proefrit, proefrijden, auto proberen
kapper, kapster, kapsalon, knippen, haar knippen
haar verven, kleuring, highlights, verven
schoonheidsspecialiste, schoonheidssalon, ontharen, gezichtsbehandeling, waxen
kraan, lekkage, verstopping, verstopt, afvoer > loodgieter, lekkage, ontstopping
cv-ketel, ketel, geen warm water, verwarming kapot > cv-ketel, storing, onderhoud
dak, dakdekker, dakgoot, daklekkage
schilder, schilderwerk, behangen
slotenmaker, buitengesloten, slot kapot
gras maaien, heg, snoeien, tuinman > hovenier, tuinonderhoud
verbouwing, renovatie, renoveren, badkamer verbouwen
werkgebied, komen jullie ook, hoe ver > werkgebied, regio
account verwijderen, account opheffen, gegevens verwijderen, profiel verwijderen > account, verwijderen
account geblokkeerd, kan niet inloggen, lukt niet in te loggen, inloggen lukt niet > inloggen, wachtwoord, account
gehackt, oplichting, phishing, fraude
systeemeisen, compatibel, besturingssysteem
licentie, licentiesleutel, activeren, activatie
proefversie, gratis proberen, proefabonnement, proefmaand
concert, livemuziek, optreden
theater, voorstelling, toneelstuk, toneel
feest, feestje, kermis, braderie
zitplaats, zitten, stoel
begint, begin, aanvang, start
eindigt, einde, afgelopen zijn
regen, regent, slecht weer, storm, onweer
gaat niet door, afgelast, afgelasting, doorgaan
wat te doen, uitje, vrije tijd, dagje uit > activiteiten, agenda, uitjes
bioscoop, film, films, filmvoorstelling
lezing, voordracht, debat
welke halte, dichtstbijzijnde halte, uitstappen > halte, bushalte
vliegveld, luchthaven, vliegtuig
fiets huren, fietsverhuur, huurfiets
invalidenparkeerplaats, gehandicaptenparkeerplaats, gehandicaptenparkeerkaart
parkeerboete, verkeersboete, naheffingsaanslag, bon gekregen
blauwe zone, parkeermeter, betaald parkeren, parkeerautomaat, parkeerschijf
parkeervergunning, bewonersvergunning, bewonersparkeren, bewonerskaart
in de buurt, dichtbij, lopen, te voet, loopafstand
salaris, loon, verdienen, uurloon
parttime, deeltijd, fulltime, bijbaan
handje helpen, iets terugdoen, meehelpen > vrijwilliger, vrijwilligerswerk
krukken, rollator, wandelstok, slecht ter been > rolstoel, toegankelijk, lift
autisme, autistisch, prikkelarm, stil uur
trap, trappen, treden
begeleider, begeleiding, begeleiders
mama, papa, moeder, vader, ouders > ouders, ouder, volwassene
alleen, zonder ouders, zonder begeleiding, zonder volwassene > begeleiding, volwassene, alleen
minderjarig, onder de 18, jonger dan 18
toestemming ouders, handtekening ouders, ouderlijke toestemming
borstvoeding, voeden, kolven, kolfruimte
gestolen, diefstal, gejat > diefstal, aangifte
mopperen, slechte service, slecht behandeld > klacht, klachten
mijn gegevens, gegevens inzien, gegevens wissen > persoonsgegevens, privacy, inzage
camerabewaking, cameratoezicht, bewakingscamera
directeur, baas, eigenaar, voorzitter, manager
opgericht, oprichting, sinds wanneer, hoe lang bestaat > opgericht, geschiedenis, sinds
lunchpauze, tussen de middag open, middagpauze > pauze, openingstijden
taal, talen, engels, spreken jullie engels
stopcontact, telefoon opladen
drinkwater, waterkraan, watertappunt
gewond, ongeluk, ehbo, eerste hulp, aed
meenemen, meebrengen, wat meenemen
dierenasiel, dier adopteren, hond adopteren, kat adopteren
autobanden, winterbanden, lekke band, bandenwissel, banden wisselen
onderhoudsbeurt, grote beurt, kleine beurt, olie verversen
hoe druk, drukte, wanneer rustig > drukte, rustig
eerste communie, heilige communie, vormsel
boek, leesboek, roman
`;
