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
discount: ermäßigung, ermäßigt, ermäßigte, vergünstigung, rabatt, nachlass, vergünstigt, billiger, halber preis
angebot, angebote, aktion, sonderangebot, sale
gutscheincode, rabattcode, aktionscode
free: kostenlos, gratis, umsonst, frei, kostenfrei, freier eintritt, unentgeltlich, ohne eintritt
child: kind, kinder, kleine, sohn, tochter, enkel, enkelkind
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
disabled: barrierefrei, barrierefreiheit, rollstuhl, rollstuhlfahrer, behinderte, behindert, behinderung, gehbehindert, schwerbehindert, schwerbehinderte, handicap, rollifahrer, mobilitätseingeschränkt
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
food: restaurant, café, gaststätte, gastronomie, bistro, kantine, mensa, imbiss, gasthaus, wirtschaft
essen, mahlzeit, verpflegung, mittagessen, abendessen, hunger, mittag essen, speisen > restaurant, café, essen, speisekarte
kaffee, kuchen, trinken, getränke, durst > café, getränke, kaffee
breakfast: frühstück, frühstücken, brunch
speisekarte, menü, gerichte, tageskarte
vegetarisch, vegan, fleischlos, ohne fleisch, vegetarier, pflanzlich
gluten, glutenfrei, zöliakie, allergie, allergien, allergene, unverträglichkeit, laktose, laktosefrei
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
directions: anfahrt, wegbeschreibung, anreise, hinkommen, weg, wie komme ich, route, hinfahren, wie komme ich hin, anfahren
address: adresse, anschrift, standort, wo seid ihr, lage, straße
in der nähe, zu fuß, fußweg, gehminuten
dog: hund, hunde, haustier, haustiere, tiere, vierbeiner
wifi: wlan, w-lan, internet, wifi, wi-fi, internetzugang
phone: telefon, telefonnummer, anrufen, rufnummer, hotline, telefonisch, durchwahl, am telefon
handy, mobiltelefon, smartphone
email: e-mail, email, mail, mailadresse, e-mail-adresse
contact: kontakt, kontaktieren, ansprechpartner, erreichen, kontaktformular, erreichbar, melden bei, ansprechpartnerin
mitarbeiter sprechen, kundenservice, kundendienst, support > kontakt, kundenservice, telefon
newsletter: newsletter, rundbrief, mailverteiler
abmelden, abbestellen > newsletter, abmelden
voucher: gutschein, gutscheine, geschenkgutschein, geschenkkarte, wertgutschein
geschenk, geschenke, mitbringsel, andenken, souvenir, schenken, verschenken
geschenkverpackung, einpacken, als geschenk verpacken
delivery: lieferung, versand, liefern, zustellung, paket, sendung, lieferzeit, versandkosten, porto, verschicken, ausliefern, geliefert, liefert, verschickt, versendet, versenden
kommt an, ankommen, wann kommt > lieferzeit, lieferung, versand, werktage
ausland, international, österreich, schweiz > ausland, lieferung
sendungsverfolgung, paketverfolgung, wo ist mein paket, trackingnummer, tracking
order: bestellung, bestellen, kauf, kaufen, einkauf, auftrag, bestellt, gekauft, kaufe
ausverkauft, vorrätig, lieferbar, verfügbar, auf lager
selbstabholung, abholung, im laden abholen
return: rückgabe, zurückgeben, zurückschicken, retoure, rücksendung, umtausch, umtauschen, zurücksenden, zurückgeschickt, zurückbringen, umgetauscht
refund: erstattung, geld zurück, rückerstattung, rückzahlung, erstattet, geld wieder, erstattet bekommen
widerruf, widerrufsrecht, widerrufen
complaint: beschwerde, reklamation, reklamieren, beschweren, mangel, reklamiert
kaputt, defekt, beschädigt, funktioniert nicht, geht nicht mehr
warranty: garantie, gewährleistung
repair: reparatur, reparieren, instandsetzung, wartung, repariert, ausbessern, richten lassen
ersatzteil, ersatzteile
size: größe, größen, größentabelle, passform, maße, abmessungen
pay: zahlung, bezahlen, zahlen, zahlungsart, zahlungsarten, zahlungsmöglichkeiten, zahlungsmittel, bezahlt, begleichen, zahlt
card: kreditkarte, ec-karte, girocard, kartenzahlung, mit karte, kontaktlos, debitkarte
bargeld, bar, barzahlung, münzen, scheine
geldautomat, bankautomat, geld abheben
ratenzahlung, raten, später bezahlen, in raten, teilzahlung, monatlich abzahlen
überweisung, lastschrift, bankverbindung, iban, dauerauftrag, einzugsermächtigung
invoice: rechnung, quittung, kassenbon, beleg, kassenzettel
mehrwertsteuer, umsatzsteuer, steuer
cancel: kündigen, kündigung, gekündigt, stornieren, stornierung, storniert, absagen, abgesagt, storno, austreten, austritt, zurücktreten, rücktritt, rückgängig machen
membership: mitgliedschaft, mitglied, mitglieder, mitglied werden, beitreten, beitritt, aufnahmeantrag, mitmachen, eintreten
mitgliedsbeitrag, beitrag, beiträge, jahresbeitrag, vereinsbeitrag
abo, abonnement, abonnieren, vertrag
anmelden, anmeldung, registrieren, einschreiben, anmeldeformular
account: konto, benutzerkonto, kundenkonto, einloggen, login, anmeldedaten, nutzerkonto, kundenbereich
passwort, kennwort, passwort vergessen, zugangsdaten, zugangscode, passwort zurücksetzen
booking: buchung, buchen, reservierung, reservieren, vorbestellen, gebucht, reserviert, vorreservieren
umbuchen, umbuchung, verschieben, termin verlegen
appointment: termin, termine, terminvereinbarung, termin vereinbaren, terminbuchung, terminvergabe
warteliste, wartezeit, warteschlange
doctor: arzt, ärztin, praxis, hausarzt, arztpraxis, ärzte, doktor, doktorin, hausärztin, mediziner
sprechstunde, sprechzeiten, sprechstunden
rezept, wiederholungsrezept, medikament, medikamente, folgerezept, tabletten, arzneimittel
krankschreibung, krankmeldung, arbeitsunfähigkeitsbescheinigung, au-bescheinigung, attest
notfall, notdienst, bereitschaftsdienst, außerhalb der sprechzeiten, dringend
impfung, impfen, grippeimpfung, impftermin, geimpft
blutabnahme, blutuntersuchung, labor, laborwerte, befund
krankenkasse, krankenversicherung, versichertenkarte, privatpatient, gesundheitskarte
zahnarzt, zahnärztin, zahnarztpraxis, zahnschmerzen, zähne
überweisungsschein, facharzt, überweisung zum facharzt
apotheke, arznei, apotheker
job: job, stelle, stellen, stellenangebot, stellenangebote, arbeit, karriere, arbeiten bei, offene stellen, jobs, stellenausschreibung, jobangebot, anstellung, arbeitsplatz bei
bewerben, bewerbung, lebenslauf > stellenangebote, bewerbung, karriere
praktikum, praktikant, schnupperpraktikum, ferienjob
ausbildung, lehrstelle, ausbildungsplatz, lehre
volunteer: ehrenamt, ehrenamtlich, freiwillige, mithelfen, freiwilligenarbeit, freiwilliger, helfen wollen
gehalt, lohn, verdienst, bezahlung, honorar, vergütung, verdienen, verdient, stundenlohn
wedding: hochzeit, heiraten, trauung, eheschließung, standesamt, standesamtlich, vermählung
birthday: geburtstag, kindergeburtstag, geburtstagsfeier, geburtstag feiern
hire: raum mieten, raumvermietung, vermietung, feier, mieten, saal, private feier, feiern, raummiete, mietbar, vermietet
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
hotel: hotel, pension, unterkunft, übernachtung, übernachten, gästehaus, ferienwohnung, fremdenzimmer, ferienhaus
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
rathaus, bürgerbüro, bürgeramt, gemeinde, stadtverwaltung, einwohnermeldeamt, gemeindeamt, stadtbüro, bürgerservice, gemeindebüro der stadt
personalausweis, ausweis, reisepass, pass, perso
umzug, umziehen, ummelden, wohnsitz anmelden, umgezogen, wohnsitz, anmelden wohnung, neue adresse, adresse ändern
waste: müll, abfall, müllabfuhr, müllabholung, sperrmüll, wertstoffhof, recyclinghof, tonne, restmüll, mülltonne, entsorgung, abfallentsorgung, mülleimer, hausmüll
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
anfänger, anfängerin, einsteiger, einstieg, grundkurs, ohne vorkenntnisse, vorkenntnisse, neueinsteiger
fortgeschrittene, fortgeschritten, aufbaukurs
zuschuss, zuschüsse, förderung, erstatten, kostenübernahme, bezuschusst
aok, barmer, techniker, krankenkassen > krankenkasse, kassen
arm, wenig geld, geringes einkommen, bürgergeld, arbeitslos, arbeitslose, hartz, sozialhilfe, wohngeld, sozialpass
bafög, studienausweis, schülerausweis > studierende, schüler, ermäßigung
beweis, nachweis, bescheinigung, zertifikat, teilnahmebescheinigung, zeugnis
prüfung, prüfungen, test, examen, abschlussprüfung, klausur, prüfungstermin
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
kaution, pfand, sicherheitsleistung
kostenvoranschlag, angebot einholen, kostenschätzung
ausgebucht, ist schon voll, noch frei, freie plätze, plätze frei > freie plätze, ausgebucht, warteliste, restplätze
nicht kommen, verhindert, keine zeit, absage > absagen, stornieren, abmelden
ohne termin, ohne anmeldung, einfach vorbeikommen, spontan > anmeldung, termin, ohne anmeldung, offene
nicht angekommen, paket nicht da, paket weg, nicht erhalten > lieferung, versand, sendung, nachforschung
falsche größe, passt nicht, gefällt nicht, zu groß, zu klein > umtausch, rückgabe, widerruf, rücksendung
gebraucht, second hand, secondhand, aus zweiter hand, gebrauchtware
inhaltsstoffe, zutaten, bestandteile, zusammensetzung
automatische verlängerung, verlängert sich, stillschweigend
sperrgut, altes sofa, couch, matratze, alte möbel, schrank > sperrmüll
wertstoffhof, recyclinghof, werkstoffhof, altstoffsammelzentrum
wegwerfen, wegschmeißen, loswerden, wohin mit > entsorgen, abgeben, entsorgung
gelbe tonne, gelber sack, gelbe säcke, verpackungsmüll, plastikmüll
plastik, verpackung, joghurtbecher, konserven, dosen > gelber sack, gelbe tonne, verpackungen
altpapier, papiertonne, blaue tonne, papiermüll, pappe, kartons
flaschen, einmachgläser, leere gläser > altglas, glascontainer, altglascontainer
biotonne, biomüll, bioabfall, braune tonne
gartenabfall, grünschnitt, grüngut, rasenschnitt, laub, äste, strauchschnitt
batterien, akkus, glühbirnen, energiesparlampen > batterien, schadstoffe, sammelstelle
farbreste, lackreste, chemikalien, altöl, giftige abfälle, gift > sondermüll, schadstoffe, schadstoffmobil, problemstoffe
kühlschrank, waschmaschine, fernseher, alte elektrogeräte, alter computer > elektroschrott, elektrogeräte, elektroaltgeräte
bauschutt, schutt, ziegel, fliesenreste, renovierungsabfälle
altkleider, alte kleidung, kleidercontainer, altkleidercontainer, kleiderspende
leerung, leeren, geleert, abgeholt, abfuhr, abfuhrtermine, abholtermine, abfuhrkalender, müllkalender, müll abgeholt
tonne rausstellen, mülltonne rausstellen, müll rausstellen > abfuhr, bereitstellen, bereitstellung, leerung
tonne kaputt, tonne zu klein, größere tonne, neue tonne, tonne bestellen > behälter, tonnentausch, behältertausch
neue patienten, neupatient, neuer patient
frauenarzt, frauenärztin, gynäkologe, gynäkologin
hautarzt, hautärztin, dermatologe
hebamme, entbindung, kreißsaal, geburtshilfe
psychologe, psychologin, psychotherapeut, psychotherapie, psychotherapeutin
physio, physiotherapie, krankengymnastik, physiotherapeut
röntgen, ct, mrt, radiologie, röntgenbild
zahnreinigung, professionelle zahnreinigung, pzr, prophylaxe
loch im zahn, karies, zahnersatz, krone, füllung > zahnarzt, zahnersatz, zahnbehandlung
zuzahlung, eigenanteil, selbst bezahlen, selbst zahlen
kassenpatient, gesetzlich versichert > gesetzlich versichert, alle kassen, kassenärztlich
videosprechstunde, online-sprechstunde, per video
tierarzt, tierärztin, tierarztpraxis, tierklinik
katze krank, hund krank, krankes tier > tierarzt, tierärztlicher notdienst, notdienst
krankenhaus, klinik, spital, klinikum
krankenwagen, rettungsdienst, notruf, notarzt, rettungswagen
pflegeheim, altenheim, altersheim, seniorenheim, seniorenresidenz
kitaplatz, krippenplatz, kindergartenplatz, krippe, kinderkrippe > kita, kindergarten, anmeldung, platzvergabe
elternbeitrag, kitagebühren, kita-gebühren, betreuungskosten
tagesmutter, kindertagespflege, tagesvater
hausaufgaben, hausaufgabenhilfe, hausaufgabenbetreuung, nachhilfe
schulbus, schülerbeförderung, schülerticket, schulweg
uni, universität, hochschule, fachhochschule
wohnheim, studentenwohnheim, studentenwohnung, wohnheimplatz
weiterbildung, fortbildung, umschulung, weiterbilden
lernen, beibringen, lehren > kurs, kurse, unterricht
kinderausweis, kinderreisepass, ausweis für kinder, pass fürs kind
passfoto, passbild, biometrisches foto, lichtbild
unterlagen, papiere, dokumente, welche unterlagen, nötige dokumente
vollmacht, bevollmächtigte, jemand anders abholen > vollmacht
aufenthaltstitel, aufenthaltserlaubnis, visum, ausländerbehörde, niederlassungserlaubnis
sterbeurkunde, sterbefall, gestorben, verstorben, todesfall, tod
steuern, finanzamt, steuererklärung, grundsteuer, gewerbesteuer
gewerbe, gewerbeanmeldung, gewerbe anmelden, selbstständig machen, firma gründen
carport, gartenhaus, anbau, zaun, terrassenüberdachung > baugenehmigung, bauantrag, genehmigungsfrei
straßenlaterne, laterne, schlagloch, gehweg, straßenbeleuchtung > mängelmelder, schaden melden, straßenbeleuchtung, bauhof
lärmbelästigung, ruhestörung, lauter nachbar, nachbar > ruhezeiten, lärmschutz, ordnungsamt
bußgeld, strafzettel, verwarnungsgeld, knöllchen, geblitzt
wochenmarkt, markttag, bauernmarkt
flohmarkt, trödelmarkt, trödel, basar
sozialwohnung, wohnberechtigungsschein, wbs, geförderte wohnung
hund entlaufen, katze entlaufen, tier gefunden, fundtier > fundtiere, tierheim
tierheim, tiervermittlung, hund adoptieren, katze adoptieren, tier adoptieren
leinenpflicht, leine, maulkorb, angeleint
erlaubt, verboten, gestattet, zulässig, untersagt > erlaubt, verboten, gestattet, nicht gestattet
turnier, wettkampf, meisterschaft, spieltag, punktspiel
schwimmkurs, schwimmen lernen, seepferdchen, schwimmunterricht
badehose, badeanzug, badebekleidung, badekleidung, bikini, badeshorts
umkleide, umkleidekabine, duschen, umziehen im bad > umkleiden, duschen
späte anreise, spät ankommen, nachts ankommen > anreise, spätanreise, schlüsselübergabe, rezeption
endreinigung, putzen, reinigung, reinigungskosten
kurtaxe, gästetaxe, kurkarte, gästekarte
kinderstuhl, hochstuhl, kindersitz am tisch
terrasse, biergarten, draußen sitzen, außenbereich, im freien
bier, wein, alkohol, cocktails, schnaps > getränke, bar, weine, biere
warme küche, küchenschluss, letzte bestellung, wie lange essen > warme küche, küche, küchenzeiten
buch verloren, buch beschädigt, buch kaputt, medium verloren > verlust, beschädigung, ersatz
wie viele bücher, wie viel ausleihen > medien, ausleihen, gleichzeitig
autowerkstatt, werkstatt, kfz-werkstatt, mechaniker
inspektion, ölwechsel, wartung am auto
reifen, reifenwechsel, winterreifen, sommerreifen, räder wechseln, reifenpanne
leihwagen, ersatzwagen, werkstattersatzwagen
springt nicht an, liegen geblieben, panne, abschleppen, abschleppdienst, pannenhilfe
friseur, frisör, friseursalon, haare schneiden, haarschnitt
haare färben, strähnchen, tönung, coloration
rohr verstopft, abfluss verstopft, wasserhahn, wasserhahn tropft, rohrbruch > klempner, sanitär, installateur, notdienst
heizung kaputt, heizung ausgefallen, heizungsausfall, heizungsbauer > heizung, notdienst, störung, heizungsbau
maler, malerarbeiten, streichen lassen, wände streichen, tapezieren
schlüsseldienst, ausgesperrt, schloss kaputt, tür zugefallen
rasen mähen, hecke schneiden, baum fällen, gartenpflege > gartenpflege, gärtner, grünpflege
einsatzgebiet, kommen sie zu uns, vor ort, wie weit fahren sie > einzugsgebiet, einsatzgebiet, umkreis
konto gesperrt, kann mich nicht anmelden, kann mich nicht einloggen, login geht nicht > anmeldung, login, passwort, zugangsdaten
konto kündigen, account löschen, profil löschen, mein konto schließen > konto löschen, löschen, löschung
ruckelt, hängt, stürzt ab, lädt nicht, geht nicht auf > fehler, problem, fehlerbehebung
regen, regnet, schlechtes wetter, wetter, gewitter, sturm
was kann man machen, unternehmen, freizeit, aktivitäten > veranstaltungen, freizeit, ausflugsziele
fahrplan, abfahrt, abfahrtszeiten, fahrzeiten
monatskarte, abo-ticket, deutschlandticket, zeitkarte
fahrrad leihen, fahrradverleih, leihrad, leihräder, fahrrad mieten
anwohnerparken, bewohnerparken, anwohnerparkausweis, bewohnerparkausweis
parkscheibe, parkuhr, parkscheinautomat, kurzzeitparken, parkgebühr
teilzeit, vollzeit, minijob, aushilfe, nebenjob
mama, papa, mutter, vater > eltern, elternteil, erziehungsberechtigte
ohne eltern, ohne begleitung, kind alleine, allein kommen > begleitung, aufsichtsperson, alleine
schlüssel verloren, handy verloren, geldbörse verloren, etwas verloren > fundbüro, fundsachen, verloren
auskunft über meine daten, meine daten löschen, gespeicherte daten > datenschutz, auskunft, löschung
videoüberwachung, kamera überwacht, überwachungskamera
mittagspause, über mittag, in der mittagszeit > mittagspause, öffnungszeiten
küchenabfälle, essensreste, kartoffelschalen > biotonne, bioabfall, biomüll
rezeption, empfang
vereinbaren, ausmachen > termin, vereinbaren, terminvereinbarung
persönlich, vor ort, selbst vorbeikommen
wegen, aufgrund
wie warm, wie kalt, wassertemperatur > temperatur, grad
briefwahl, wahllokal, wahlbenachrichtigung, wählen gehen, bundestagswahl
geschäft, ladengeschäft, im laden, einen laden, verkaufsstelle
pflegedienst, häusliche pflege, ambulante pflege
operation, eingriff, operieren, operiert
tüv, hauptuntersuchung, hu, plakette
`;
