/** See `groups.ts` for the form. */
export const nl = `
admission: toegang, toegangsprijs, entree, entreeprijs, toegangskosten, entreegeld
price: prijs, prijzen, kosten, kost, tarief, tarieven, hoeveel kost
duur, goedkoop > prijs, korting
ticket: ticket, tickets, kaartje, kaartjes, toegangskaart, toegangsbewijs, entreebewijs
kassa, ticketbalie, kaartverkoop
jaarkaart, jaarabonnement, seizoenkaart
hours: openingstijden, openingsuren, open, geopend, opening, openingstijd
sluit, sluiten, dicht, hoe laat > openingstijden, gesloten
closed: gesloten, dicht, sluiting, sluitingsdag
laatste toegang, laatste entree
holiday: feestdag, feestdagen, officiële feestdag
kerst, kerstmis, kerstavond > 24 december, 25 december, feestdagen
nieuwjaar, oudjaar, oud en nieuw > 1 januari, 31 december, feestdagen
weekend > zaterdag, zondag
discount: korting, gereduceerd, kortingstarief, gereduceerd tarief, reductie
aanbieding, aanbiedingen, actie, uitverkoop
free: gratis, kosteloos, vrije toegang, vrij entree, zonder te betalen
child: kind, kinderen, kids, zoon, dochter, kleintjes
baby: baby, baby's, peuter, peuters, dreumes
verschoontafel, luier, luiers, verschonen
jongeren, tiener, tieners, jeugd
family: gezin, gezinnen, familie, gezinskaart
senior: senior, senioren, 65-plus, 65-plussers, gepensioneerd, gepensioneerden, ouderen, bejaarden
student: student, studenten, studentenkaart, studerenden
groep, groepen, groepsbezoek
pram: kinderwagen, buggy, wandelwagen
disabled: rolstoel, toegankelijk, toegankelijkheid, invalide, gehandicapt, mindervalide, beperking, mindervaliden
lift, hellingbaan, drempelvrij
hulphond, geleidehond, assistentiehond
doof, slechthorend, gebarentaal, ringleiding
blind, slechtziend, braille
toilet: toilet, toiletten, wc, sanitair
food: restaurant, café, cafetaria, kantine, eten, maaltijd, eetgelegenheid, horeca, eetcafé
lunch, diner, avondeten, honger, lunchen > restaurant, eten, menukaart
drinken, drank, drankjes, taart > café, dranken
breakfast: ontbijt, ontbijten, brunch
menukaart, menu, gerechten, kaart
vegetarisch, veganistisch, vleesloos
allergie, allergieën, allergenen, glutenvrij, coeliakie
picknick, picknicken, eigen eten, lunchpakket
parking: parkeren, parkeerplaats, parkeergarage, parkeerplaatsen, parkeergelegenheid, auto kwijt
charging: laadpaal, laadpalen, elektrische auto, opladen, laadpunt
car: auto, wagen, voertuig
station: station, treinstation, spoorwegstation
trein, treinen, ns
bus: bus, tram, metro, openbaar vervoer, ov, halte
bicycle: fiets, fietsen, fietsenstalling, fietsenrek
directions: route, routebeschrijving, bereikbaarheid, hoe kom ik, bereiken
address: adres, locatie, waar zijn jullie, gelegen
dog: hond, honden, huisdier, huisdieren, dieren
wifi: wifi, wi-fi, internet, draadloos internet
phone: telefoon, telefoonnummer, bellen, opbellen, telefonisch
mobiel, gsm, smartphone
email: e-mail, email, mail, mailadres, e-mailadres
contact: contact, contact opnemen, bereikbaar, contactformulier
medewerker spreken, klantenservice, helpdesk > contact, klantenservice
newsletter: nieuwsbrief, mailinglijst, nieuwsbrieven
uitschrijven, afmelden
voucher: cadeaubon, cadeaukaart, waardebon, tegoedbon, kadobon
cadeau, cadeaus, souvenir, kado
delivery: levering, bezorging, verzending, pakket, bezorgen, verzendkosten, levertijd, leveren, verzenden
komt aan, wanneer komt > levertijd, bezorging
buitenland, internationaal > buitenland, verzending
volgen, track and trace, waar is mijn bestelling, trackingcode
order: bestelling, bestellen, aankoop, kopen, order
uitverkocht, op voorraad, leverbaar, beschikbaar
afhalen, ophalen, afhaalpunt
return: retour, retourneren, terugsturen, terugbrengen, ruilen, omruilen
refund: terugbetaling, geld terug, terugbetalen, restitutie
herroeping, herroepingsrecht, bedenktijd
complaint: klacht, klachten, klagen, reclamatie
kapot, defect, beschadigd, stuk, werkt niet
warranty: garantie, waarborg
repair: reparatie, repareren, herstellen, onderhoud
onderdeel, onderdelen, reserveonderdelen
size: maat, maten, maattabel, afmetingen, pasvorm
pay: betaling, betalen, betaalmethode, betaalmethoden, betaalwijze, afrekenen
card: creditcard, pinpas, pinnen, bankpas, contactloos, betaalpas
contant, cash, contant geld
geldautomaat, geld opnemen
overschrijving, incasso, automatische incasso, iban
invoice: factuur, rekening, bon, kassabon
cancel: opzeggen, opzegging, annuleren, annulering, beëindigen, stopzetten
membership: lidmaatschap, lid, leden, lid worden, aanmelden als lid
contributie, ledenbijdrage, jaarlijkse bijdrage
abonnement, abonneren, contract
inschrijven, inschrijving, aanmelden, aanmelding, registreren
account: account, inloggen, aanmelden op, login
wachtwoord, wachtwoord vergeten
booking: reservering, reserveren, boeken, boeking
verzetten, omboeken, datum wijzigen, verplaatsen
appointment: afspraak, afspraken, afspraak maken
wachtlijst, wachtrij, wachttijd
doctor: arts, dokter, huisarts, praktijk, huisartsenpraktijk
spreekuur, spreekuren, inloopspreekuur
recept, recepten, medicijn, medicijnen, herhaalrecept
spoed, noodgeval, huisartsenpost, spoedgeval
vaccinatie, inenting, prik, griepprik
zorgverzekering, zorgpas, ziektekostenverzekering
ziekmelding, ziek melden, doktersverklaring
tandarts, kiespijn
apotheek, apotheker
job: vacature, vacatures, baan, banen, werken bij, werk, carrière
solliciteren, sollicitatie, cv > vacatures, werken bij
stage, stageplek, stagiair
volunteer: vrijwilliger, vrijwilligers, vrijwilligerswerk
wedding: bruiloft, trouwen, huwelijk, trouwerij, trouwlocatie
birthday: verjaardag, kinderfeestje, verjaardagsfeest, verjaardag vieren
hire: zaalverhuur, zaal huren, huren, ruimte huren, verhuur, besloten feest
event: evenement, evenementen, agenda, programma, activiteiten
tentoonstelling, tentoonstellingen, expositie, te zien
cursus, cursussen, workshop, les, lessen
tour: rondleiding, rondleidingen, gids
audiotour, audioguide, koptelefoon
lost: gevonden voorwerpen, verloren, vergeten, kwijt
sjaal, paraplu, jas, handschoenen, bril, sleutels, portemonnee > gevonden voorwerpen
cloakroom: garderobe, kluisje, kluisjes, locker, lockers
luggage: bagage, koffer, tas, rugzak, tassen
photo: foto, foto's, fotograferen, fotografie, filmen, camera
journalist, pers, persvoorlichting
doneren, donatie, gift, steunen, sponsor
school: school, scholen, schoolklas, schoolreis, schooluitje
leraar, lerares, docent, docenten, leerkracht, directeur
vakantie, schoolvakantie, vakanties
kinderopvang, opvang, bso, crèche, kinderdagverblijf
borrow: lenen, uitlenen, uitlening, leen
uitleentermijn, leentermijn, inleverdatum, terugbrengen
renew: verlengen, verlenging
fine: boete, boetes, te laat, telaatgeld
bibliotheekpas, lenerspas, bibliotheekkaart
e-book, e-books, ebook, digitale boeken
printen, printer, kopiëren, scannen, kopieerapparaat
hotel: hotel, overnachting, overnachten, accommodatie, pension, slapen
room: kamer, kamers, tweepersoonskamer
inchecken, check-in, aankomsttijd
uitchecken, check-out, vertrektijd
kinderbed, babybed, extra bed
pool: zwembad, zwemmen, zwemles
airco, airconditioning, verwarming
roken, rokers, sigaret
vereniging, club
training, trainingen, trainingstijden
proefles, uitproberen, proefperiode
kerkdienst, dienst, mis, eredienst
doop, dopen
begrafenis, uitvaart, begraafplaats
dominee, pastoor, priester, parochie
gemeentehuis, stadhuis, gemeente
identiteitskaart, paspoort, legitimatie
verhuizen, verhuizing, adreswijziging
waste: afval, vuilnis, vuilnisbak, huisvuil, milieustraat, grofvuil, restafval
bouwvergunning, omgevingsvergunning
burgemeester, wethouder
speeltuin, speelplek, speelhoek
privacy, persoonsgegevens, avg
voorwaarden, algemene voorwaarden, huisregels
leeftijd, minimumleeftijd, vanaf welke leeftijd
duur van, duurt, hoe lang
software, programma software, app, applicatie
installeren, installatie, instellen
bijwerken, update, nieuwe versie
downloaden, download
fout, foutmelding, storing
handleiding, gebruiksaanwijzing, instructies
`;
