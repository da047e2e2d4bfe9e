/** See `groups.ts` for the form. */
export const de = `
admission: eintritt, eintrittspreis, eintrittspreise, eintrittsgeld, eintrittskosten, einlass
reinkommen, hereinkommen > eintritt, einlass
price: preis, preise, kosten, gebühr, gebühren, kostet, tarif, entgelt, was kostet, wie teuer, wie viel
teuer, billig, günstig > preis, ermäßigung
ticket: ticket, tickets, eintrittskarte, eintrittskarten, karte, karten, fahrkarte
ticketkasse, kasse, kartenverkauf, vorverkauf, vorverkaufsstelle
jahreskarte, jahresticket, dauerkarte, jahresabo, saisonkarte
hours: öffnungszeiten, öffnungszeit, geschäftszeiten, geöffnet, offen, sprechzeiten, bürozeiten, auf haben
wann auf, aufmachen, macht auf, wann offen > öffnungszeiten, geöffnet
geöffnet, offen > geschlossen
zumachen, schließt, macht zu, wie lange offen > öffnungszeiten, geschlossen, schließung
closed: geschlossen, schließtag, ruhetag, schließung, schließtage
letzter einlass, einlassschluss
holiday: feiertag, feiertage, feiertagen, gesetzlicher feiertag
weihnachten, heiligabend, heiliger abend > 24 dezember, 25 dezember, feiertage
silvester, neujahr, jahreswechsel > 31 dezember, 1 januar, feiertage
wochenende > samstag, sonntag
werktags, unter der woche, wochentags > montag, freitag
discount: ermäßigung, ermäßigt, ermäßigte, vergünstigung, rabatt, nachlass, vergünstigt
angebot, angebote, aktion, sonderangebot, sale
gutscheincode, rabattcode, aktionscode
free: kostenlos, gratis, umsonst, frei, kostenfrei, freier eintritt, unentgeltlich, ohne eintritt
child: kind, kinder, kleine, sohn, tochter, enkel
baby: baby, babys, säugling, kleinkind, kleinkinder
wickeltisch, wickelraum, wickeln, windel, windeln
stillen, stillraum
jugendliche, jugend, teenager, jugendlicher
family: familie, familien, familienkarte, familienticket, eltern
senior: senior, senioren, rentner, rentnerin, rentnerinnen, ruhestand, ab 65, pensionär, pensionäre, ältere menschen
oma, opa, großeltern, großmutter, großvater > senioren, rentner
student: student, studenten, studierende, studentin, azubi, auszubildende, studentenausweis
schüler, schülerinnen, schulkinder
erwachsene, erwachsener, erwachsenen
gruppe, gruppen, reisegruppe, gruppenbesuch
pram: kinderwagen, buggy, kinderkarre, babywagen
disabled: barrierefrei, barrierefreiheit, rollstuhl, rollstuhlfahrer, behinderte, behindert, behinderung, gehbehindert, schwerbehindert, schwerbehinderte, handicap
rollator, gehhilfe, krücken > rollstuhl, barrierefrei, aufzug
aufzug, fahrstuhl, lift, rampe
gehörlos, schwerhörig, hörgerät, gebärdensprache, induktionsschleife
blind, sehbehindert, blindenschrift, blindenführhund
assistenzhund, blindenhund, blindenführhund, begleithund
autismus, autistisch, ruhige zeit, stille stunde, ruheraum
begleitperson, begleitung, betreuer
treppe, stufen, treppen
toilet: toilette, toiletten, wc, klo, sanitäranlagen
behindertentoilette, behinderten-wc, barrierefreie toilette
food: restaurant, café, gaststätte, gastronomie, bistro, kantine, mensa, imbiss, essen, mahlzeit, verpflegung, gasthaus, wirtschaft
mittagessen, abendessen, hunger, mittag essen, speisen > restaurant, café, essen, speisekarte
kaffee, kuchen, trinken, getränke, durst > café, getränke, kaffee
breakfast: frühstück, frühstücken, brunch
speisekarte, menü, gerichte, tageskarte
vegetarisch, vegan, fleischlos, ohne fleisch, vegetarier, pflanzlich
gluten, glutenfrei, zöliakie, allergie, allergien, allergene, unverträglichkeit
picknick, eigenes essen, brotzeit, verpflegung mitbringen, essen mitbringen
zum mitnehmen, take-away, außer haus, abholen
tisch, tisch reservieren, tischreservierung
parking: parken, parkplatz, parkplätze, parkhaus, tiefgarage, parkmöglichkeit, parkmöglichkeiten, stellplatz, auto abstellen
charging: ladestation, ladepunkt, ladesäule, elektroauto, e-auto, elektrofahrzeug, aufladen, wallbox
car: auto, pkw, wagen, fahrzeug
reisebus, busparkplatz, busse
station: bahnhof, hauptbahnhof, bahnstation, zugbahnhof
zug, züge, bahn, s-bahn
bus: bus, straßenbahn, tram, u-bahn, öpnv, öffentliche verkehrsmittel, haltestelle
flughafen, flugzeug
taxi, mietwagen
bicycle: fahrrad, rad, fahrräder, velo, radfahrer, bike
fahrradständer, fahrradstellplatz, radständer, abstellplatz für fahrräder
directions: anfahrt, wegbeschreibung, anreise, hinkommen, weg, wie komme ich, route
address: adresse, anschrift, standort, wo seid ihr, lage, straße
in der nähe, zu fuß, fußweg, gehminuten
dog: hund, hunde, haustier, haustiere, tiere, vierbeiner
wifi: wlan, w-lan, internet, wifi, wi-fi, internetzugang
phone: telefon, telefonnummer, anrufen, rufnummer, hotline, telefonisch, durchwahl, am telefon
handy, mobiltelefon, smartphone
email: e-mail, email, mail, mailadresse, e-mail-adresse
contact: kontakt, kontaktieren, ansprechpartner, erreichen, kontaktformular
mitarbeiter sprechen, kundenservice, kundendienst, support > kontakt, kundenservice, telefon
newsletter: newsletter, rundbrief, mailverteiler
abmelden, abbestellen > newsletter, abmelden
voucher: gutschein, gutscheine, geschenkgutschein, geschenkkarte, wertgutschein
geschenk, geschenke, mitbringsel, andenken, souvenir, schenken, verschenken
geschenkverpackung, einpacken, als geschenk verpacken
delivery: lieferung, versand, liefern, zustellung, paket, sendung, lieferzeit, versandkosten, porto, verschicken, ausliefern
kommt an, ankommen, wann kommt > lieferzeit, lieferung, versand, werktage
ausland, international, österreich, schweiz > ausland, lieferung
sendungsverfolgung, paketverfolgung, wo ist mein paket, trackingnummer, tracking
order: bestellung, bestellen, kauf, kaufen, einkauf, auftrag
ausverkauft, vorrätig, lieferbar, verfügbar, auf lager
selbstabholung, abholung, im laden abholen
return: rückgabe, zurückgeben, zurückschicken, retoure, rücksendung, umtausch, umtauschen, zurücksenden
refund: erstattung, geld zurück, rückerstattung, rückzahlung, erstattet
widerruf, widerrufsrecht, widerrufen
complaint: beschwerde, reklamation, reklamieren, beschweren, mangel
kaputt, defekt, beschädigt, funktioniert nicht
warranty: garantie, gewährleistung
repair: reparatur, reparieren, instandsetzung, wartung
ersatzteil, ersatzteile
size: größe, größen, größentabelle, passform, maße, abmessungen
pay: zahlung, bezahlen, zahlen, zahlungsart, zahlungsarten, zahlungsmöglichkeiten, zahlungsmittel
card: kreditkarte, ec-karte, girocard, kartenzahlung, mit karte, kontaktlos, debitkarte
bargeld, bar, barzahlung, münzen, scheine
geldautomat, bankautomat, geld abheben
ratenzahlung, raten, später bezahlen
überweisung, lastschrift, bankverbindung, iban, dauerauftrag, einzugsermächtigung
invoice: rechnung, quittung, kassenbon, beleg, kassenzettel
mehrwertsteuer, umsatzsteuer, steuer
cancel: kündigen, kündigung, stornieren, stornierung, absagen, storno, austreten, austritt, zurücktreten, rücktritt, rückgängig machen
membership: mitgliedschaft, mitglied, mitglieder, mitglied werden, beitreten, beitritt, aufnahmeantrag
mitgliedsbeitrag, beitrag, beiträge, jahresbeitrag, vereinsbeitrag
abo, abonnement, abonnieren, vertrag
anmelden, anmeldung, registrieren, einschreiben, anmeldeformular
account: konto, benutzerkonto, kundenkonto, einloggen, login, anmeldedaten
passwort, kennwort, passwort vergessen, zugangsdaten
booking: buchung, buchen, reservierung, reservieren, vorbestellen
umbuchen, umbuchung, verschieben, termin verlegen
appointment: termin, termine, terminvereinbarung, termin vereinbaren, terminbuchung
warteliste, wartezeit, warteschlange
doctor: arzt, ärztin, praxis, hausarzt, arztpraxis, ärzte
sprechstunde, sprechzeiten, sprechstunden
rezept, wiederholungsrezept, medikament, medikamente, folgerezept
krankschreibung, krankmeldung, arbeitsunfähigkeitsbescheinigung, au-bescheinigung, attest
notfall, notdienst, bereitschaftsdienst, außerhalb der sprechzeiten, dringend
impfung, impfen, grippeimpfung, impftermin
blutabnahme, blutuntersuchung, labor, laborwerte, befund
krankenkasse, krankenversicherung, versichertenkarte, privatpatient, gesundheitskarte
zahnarzt, zahnschmerzen, zähne
überweisungsschein, facharzt, überweisung zum facharzt
apotheke, arznei
job: job, stelle, stellen, stellenangebot, stellenangebote, arbeit, karriere, arbeiten bei, offene stellen, jobs, stellenausschreibung
bewerben, bewerbung, lebenslauf > stellenangebote, bewerbung, karriere
praktikum, praktikant, schnupperpraktikum, ferienjob
ausbildung, lehrstelle, ausbildungsplatz, lehre
volunteer: ehrenamt, ehrenamtlich, freiwillige, mithelfen, freiwilligenarbeit
gehalt, lohn, verdienst, bezahlung, honorar, vergütung, verdienen, verdient, stundenlohn
wedding: hochzeit, heiraten, trauung, eheschließung, standesamt, standesamtlich, vermählung
birthday: geburtstag, kindergeburtstag, geburtstagsfeier, geburtstag feiern
hire: raum mieten, raumvermietung, vermietung, feier, mieten, saal, private feier, feiern, raummiete
tagung, konferenz, seminarraum, firmenfeier, besprechungsraum
event: veranstaltung, veranstaltungen, programm, veranstaltungskalender, was ist los, event
konzert, konzerte, livemusik
ausstellung, ausstellungen, schau, zu sehen
kurs, kurse, workshop, unterricht, lehrgang, schulung, seminar
tour: führung, führungen, rundgang, besichtigung, guide
audioguide, kopfhörer, hörführung
lost: fundbüro, fundsachen, verloren, vergessen, liegen gelassen, fundstück
schal, schirm, regenschirm, jacke, handschuhe, brille, schlüssel, geldbeutel > fundsachen, fundbüro
cloakroom: garderobe, schließfach, schließfächer, spind, jacke abgeben, gepäckaufbewahrung
luggage: gepäck, koffer, tasche, rucksack, taschen
photo: foto, fotos, fotografieren, fotografie, kamera, filmen, bilder machen, knipsen
journalisten, presse, pressestelle, reporter
spende, spenden, unterstützen, sponsor, förderverein
school: schule, schulklasse, schulklassen, klassenfahrt, schulausflug
lehrer, lehrerin, lehrkraft, lehrkräfte, kollegium, schulleiter, schulleitung
ferien, schulferien, ferientermine, schulfrei
nachmittagsbetreuung, hort, ganztag, kita, kindergarten, kinderbetreuung, kindertagesstätte
entschuldigung schreiben, krankmelden, krank, fehlt > krankmeldung, krank melden, entschuldigung
elternabend, elternsprechtag, elternvertreter
borrow: ausleihen, ausleihe, leihen, entleihen, leihe, verleih, ausborgen
leihfrist, ausleihfrist, ausleihdauer, rückgabedatum, fällig, wie lange behalten, behalten, abgeben
renew: verlängern, verlängerung
fine: mahngebühr, mahngebühren, säumnisgebühr, säumnisgebühren, verspätet, verspätung, versäumnisgebühr, überzogen, zu spät, überfällig, mahnung, strafe
bibliotheksausweis, büchereiausweis, leserausweis, benutzerausweis, bibliothekskarte
bibliothek, bücherei, stadtbibliothek, stadtbücherei
buch, bücher, medien, roman
e-book, ebook, e-books, onleihe, hörbuch, digitale medien, e-reader, tolino, kindle
kopieren, kopierer, drucken, drucker, scannen, scanner, ausdrucken
lesesaal, arbeitsplatz, arbeitsplätze, lernplatz, lernplätze, arbeitsraum
dvd, film, filme, spielfilm
vormerken, vormerkung, reservieren lassen, zurücklegen
hotel: hotel, pension, unterkunft, übernachtung, übernachten, gästehaus, ferienwohnung
room: zimmer, doppelzimmer, einzelzimmer
check-in, anreisezeit, einchecken, ankunft im hotel
check-out, abreise, auschecken, abreisezeit
kinderbett, babybett, zustellbett, beistellbett
handtücher, bettwäsche, handtuch, badetuch
pool: schwimmbad, hallenbad, freibad, schwimmen, pool, baden
sauna, wellness, massage
fitness, fitnessraum, fitnessstudio
klimaanlage, klimatisiert, heizung
rauchen, raucher, zigarette, nichtraucher, rauchverbot, qualmen
verein, club, klub
training, trainingszeiten, übungszeiten, probe
probetraining, schnuppern, reinschnuppern, schnupperstunde, probestunde, ausprobieren, testphase, testen, zur probe, unverbindlich
gottesdienst, messe, kirche, andacht
taufe, taufen
beerdigung, bestattung, trauerfeier, friedhof
pfarrer, pfarrerin, pastor, pfarrbüro, gemeindebüro
rathaus, bürgerbüro, bürgeramt, gemeinde, stadtverwaltung, einwohnermeldeamt, gemeindeamt
personalausweis, ausweis, reisepass, pass
umzug, umziehen, ummelden, wohnsitz anmelden, umgezogen, wohnsitz
waste: müll, abfall, müllabfuhr, müllabholung, sperrmüll, wertstoffhof, recyclinghof, tonne, restmüll
baugenehmigung, bauantrag, bauen
kfz-zulassung, auto anmelden, nummernschild, kennzeichen, zulassungsstelle
führerschein, fahrerlaubnis
geburtsurkunde, urkunde, heiratsurkunde
bürgermeister, oberbürgermeister, bürgermeisterin
hundesteuer, hund anmelden
führungszeugnis, polizeiliches führungszeugnis
spielplatz, spielecke, spielzimmer
datenschutz, persönliche daten, dsgvo
agb, geschäftsbedingungen, bedingungen, regeln, hausordnung
alter, altersgrenze, mindestalter, wie alt, ab wie viel jahren, ab welchem alter
dauer, wie lange, dauert, laufzeit, frist
gegründet, gründung, geschichte, seit wann, besteht seit
inhaber, leiter, chef, geschäftsführer, leitung, direktor, chefin, leiterin, inhaberin, direktorin, vorsitzende, vorsitzender, wer leitet
klein, winzig
uhr, zeitmesser
software, programm, app, anwendung
installieren, installation, einrichten, einrichtung
aktualisieren, update, upgrade, neue version
herunterladen, download
fehler, fehlermeldung, absturz, problem
datensicherung, backup, sicherung, wiederherstellen
systemvoraussetzungen, betriebssystem, kompatibel
anleitung, bedienungsanleitung, handbuch, dokumentation, gebrauchsanweisung
lizenz, lizenzschlüssel, aktivierung
konto löschen, daten löschen, löschen
dozent, dozentin, dozenten, kursleiter, kursleiterin, kursleitung, lehrkraft, referent, referentin, trainer, trainerin, unterrichten
computer, rechner, pc, laptop, notebook, tablet
zu hause, zuhause, daheim, von zu hause, homeoffice > online, digital, internet
online, digital, im internet, im netz, per internet, über das internet
leute, personen, menschen, teilnehmer, teilnehmende, teilnehmerinnen, gäste, besucher
anfänger, anfängerin, einsteiger, einstieg, grundkurs, ohne vorkenntnisse, vorkenntnisse
fortgeschrittene, fortgeschritten, aufbaukurs
zuschuss, zuschüsse, förderung, erstatten, kostenübernahme, bezuschusst
aok, barmer, techniker, krankenkassen > krankenkasse, kassen
arm, wenig geld, geringes einkommen, bürgergeld, arbeitslos, arbeitslose, hartz, sozialhilfe, wohngeld, sozialpass
bafög, studienausweis, schülerausweis > studierende, schüler, ermäßigung
beweis, nachweis, bescheinigung, zertifikat, teilnahmebescheinigung, zeugnis
prüfung, prüfungen, test, examen, abschlussprüfung, klausur
abschluss, schulabschluss, hauptschulabschluss, realschulabschluss
mitbringen, mitnehmen, dabeihaben
treffpunkt, treffen, wo treffen wir uns
lärm, laut, leise, ruhe, ruhig
sitzplatz, sitzplätze, sitzen, stühle, bestuhlung
gestohlen, diebstahl, geklaut, versicherung
verletzt, unfall, erste hilfe, sanitäter, defibrillator
haften, haftung, schadenersatz, schaden
ausweis verloren, karte verloren > verlust, ersatz, ersatzausweis, ersatzkarte
verlust, ersatz, ersetzen, ersatzkarte, ersatzausweis
vorschlag, vorschläge, wunsch, wünsche, anregung, anschaffungsvorschlag
meckern, sich beschweren, unzufrieden > beschwerde, lob und kritik, rückmeldung
rückgabekasten, rückgabebox, außenrückgabe, rückgabeautomat
fernleihe, andere bibliothek, auswärtige leihe
zeitung, zeitungen, zeitschrift, zeitschriften, magazin, magazine
spiel, spiele, brettspiel, brettspiele, gesellschaftsspiele, konsole, konsolenspiele, videospiele
musik, cd, cds, noten, schallplatten, hörbücher
vorlesen, vorlesestunde, lesung, lesungen, bilderbuchkino, autorenlesung
zweigstelle, zweigstellen, filiale, filialen, standorte, bücherbus, fahrbibliothek
katalog, suche, recherche, datenbank, datenbanken
trinkwasser, wasserspender, trinkbrunnen
strom, steckdose, steckdosen
stadtplan, lageplan, plan
brief, briefkasten, post, postanschrift, per post
schriftlich, formular, antrag, vordruck
unterschrift, unterschreiben, einverständnis, einwilligung, erziehungsberechtigte
minderjährig, minderjährige, unter 18, volljährig, ab 18
aufpassen, betreuen, babysitten > kinderbetreuung, betreuung
ausfallen, fällt aus, ausfall, entfällt, abgesagt
später kommen, zu spät kommen, verspätet
nachholen, nachgeholt, versäumt, verpasst
anfangen, beginnen, beginn, start, startet, losgehen
aufhören, enden, ende, vorbei, zu ende
besorgen, einkaufen, kaufen, erhältlich, verkauf
reparaturcafé, repair-café, reparatur-treff
ausflug, tagesfahrt, exkursion, exkursionen, reise, fahrt
schwanger, schwangerschaft, geburt
ältere, alte leute, über 65 > senioren, rentner
ausländer, ausländisch, migranten, geflüchtete, flüchtlinge, integration
staatsbürgerschaft, einbürgerung, deutscher werden
deutsch lernen, deutschkurs, deutschkurse, sprachkurs, integrationskurs, sprachkurse
`;
