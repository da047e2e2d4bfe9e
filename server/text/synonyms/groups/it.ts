/** See `groups.ts` for the form. */
export const it = `
admission: ingresso, biglietto d'ingresso, prezzo d'ingresso, entrata, costo d'ingresso
price: prezzo, prezzi, costo, costa, tariffa, tariffe, quanto costa
caro, economico > prezzo, sconto
ticket: biglietto, biglietti, ticket
biglietteria, cassa, botteghino
abbonamento annuale, tessera annuale
hours: orario, orari, orari di apertura, aperto, apertura, apre, orario di apertura
chiude, chiudete, a che ora > orari, apertura, chiusura
closed: chiuso, chiusa, chiusura, chiusure
ultimo ingresso, ultima entrata
holiday: festivo, festivi, giorni festivi, festività
natale, vigilia > 24 dicembre, 25 dicembre, festivi
capodanno, san silvestro > 1 gennaio, 31 dicembre, festivi
fine settimana, weekend > sabato, domenica
discount: sconto, sconti, ridotto, riduzione, riduzioni, tariffa ridotta, agevolazione, agevolazioni
offerta, offerte, promozione, saldi
free: gratis, gratuito, gratuita, gratuitamente, senza pagare, ingresso libero
child: bambino, bambini, bambina, ragazzi, figlio, figlia, minori
baby: neonato, neonati, bebè, piccoli
fasciatoio, cambio pannolino, pannolino, pannolini
adolescente, adolescenti, giovani
family: famiglia, famiglie, biglietto famiglia
senior: anziano, anziani, pensionato, pensionati, over 65, terza età
student: studente, studenti, studentessa, universitari
gruppo, gruppi, comitiva, comitive
pram: passeggino, passeggini, carrozzina
disabled: disabile, disabili, disabilità, sedia a rotelle, accessibile, accessibilità, barriere architettoniche, mobilità ridotta
ascensore, rampa, montacarichi
cane guida, cane da assistenza
sordo, non udenti, lingua dei segni
cieco, non vedenti, ipovedenti, braille
toilet: bagno, bagni, toilette, wc, servizi igienici, gabinetto
food: ristorante, bar, caffetteria, mensa, mangiare, pasto, cibo, ristorazione, trattoria
pranzo, cena, cenare, pranzare, fame > ristorante, pasto, menù
bere, bevanda, bevande, torta > bar, caffetteria, bevande
breakfast: colazione, prima colazione, brunch
menù, menu, piatti, carta
vegetariano, vegano, senza carne
allergia, allergie, allergeni, senza glutine, celiachia, celiaci, intolleranza
picnic, pranzo al sacco, portare cibo
parking: parcheggio, parcheggiare, parcheggi, posto auto, posteggio
charging: colonnina di ricarica, auto elettrica, ricarica, ricaricare, punto di ricarica
car: auto, macchina, automobile, veicolo
station: stazione, stazione ferroviaria, stazione dei treni
treno, treni, ferrovia
bus: autobus, tram, metropolitana, metro, mezzi pubblici, trasporto pubblico, pullman
bicycle: bicicletta, bici, biciclette, rastrelliera
directions: come arrivare, come raggiungerci, raggiungere, arrivare, indicazioni, percorso
address: indirizzo, dove siete, ubicazione, sede, dove si trova
dog: cane, cani, animale, animali, animali domestici
wifi: wifi, wi-fi, internet, connessione internet
phone: telefono, numero di telefono, chiamare, telefonare, recapito telefonico
cellulare, smartphone, telefonino
email: e-mail, email, mail, posta elettronica, indirizzo mail
contact: contatto, contatti, contattare, recapiti
parlare con qualcuno, assistenza clienti, operatore > contatti, assistenza
newsletter: newsletter, bollettino, notiziario
disiscriversi, cancellare iscrizione
voucher: buono regalo, carta regalo, buoni regalo, voucher, gift card
regalo, regali, souvenir, ricordo
delivery: consegna, spedizione, spedizioni, pacco, spese di spedizione, tempi di consegna, spedire
arriva, quando arriva > tempi di consegna, spedizione
estero, internazionale > estero, spedizione
tracciamento, tracciare, numero di tracciamento, dov'è il mio ordine
order: ordine, ordinare, acquisto, acquistare, comprare
esaurito, disponibile, disponibilità, in magazzino
ritiro in negozio, ritirare
return: reso, resi, restituire, restituzione, rimandare, cambio, sostituzione
refund: rimborso, rimborsare, rimborsi, soldi indietro
recesso, diritto di recesso, ripensamento
complaint: reclamo, reclami, lamentela
rotto, difettoso, danneggiato, guasto, non funziona
warranty: garanzia, garantito
repair: riparazione, riparare, aggiustare, manutenzione
ricambio, ricambi, pezzi di ricambio
size: taglia, taglie, misure, dimensioni, misura, guida alle taglie
pay: pagamento, pagare, metodi di pagamento, modalità di pagamento
card: carta di credito, carta, bancomat, carta di debito, contactless
contanti, in contanti
bonifico, addebito, iban
invoice: fattura, ricevuta, scontrino
cancel: annullare, annullamento, disdire, disdetta, cancellare, cancellazione, recedere
membership: iscrizione, socio, soci, diventare socio, tesseramento, associarsi, adesione
quota, quote, quota associativa, quota sociale
abbonamento, abbonarsi, contratto
iscriversi, registrarsi, registrazione, modulo di iscrizione
account: account, accedere, login, accesso al profilo
password, password dimenticata
booking: prenotazione, prenotare, prenotazioni, riservare
spostare, cambiare la prenotazione, cambiare data, rimandare
appointment: appuntamento, appuntamenti, fissare un appuntamento
lista d'attesa, fila, coda, attesa
doctor: medico, dottore, dottoressa, ambulatorio, studio medico, medico di base
orario di visita, orari di ambulatorio, ricevimento
ricetta, ricette, farmaco, medicina, medicinali, farmaci
urgenza, emergenza, guardia medica, pronto soccorso
vaccino, vaccinazione, vaccinarsi
tessera sanitaria, assicurazione sanitaria
certificato di malattia, certificato medico
dentista, mal di denti
farmacia, farmacista
job: lavoro, lavora con noi, offerte di lavoro, posizioni aperte, impiego, assunzioni, carriera
candidatura, candidarsi, curriculum > lavora con noi, posizioni aperte
tirocinio, stage, stagista
volunteer: volontario, volontari, volontariato
wedding: matrimonio, matrimoni, sposarsi, sposarci, nozze, rito civile
birthday: compleanno, compleanni, festa di compleanno
hire: affitto sale, affittare, noleggio, affittare una sala, evento privato
event: evento, eventi, manifestazione, programma, calendario, iniziative
mostra, mostre, esposizione, esposto
corso, corsi, laboratorio, laboratori, lezione, lezioni
tour: visita guidata, visite guidate, guida, visita
audioguida, cuffie, auricolari
lost: oggetti smarriti, perso, smarrito, dimenticato, oggetti ritrovati
sciarpa, ombrello, giacca, guanti, occhiali, chiavi, portafoglio > oggetti smarriti
cloakroom: guardaroba, deposito bagagli, armadietto, armadietti
luggage: bagaglio, bagagli, valigia, borsa, zaino
photo: foto, fotografie, fotografare, fotografia, macchina fotografica, riprese
giornalista, giornalisti, stampa, ufficio stampa
donazione, donare, donazioni, sostenere
school: scuola, scuole, scolaresche, scolastico, gita scolastica
insegnante, insegnanti, docenti, professore, maestra, preside
vacanze, vacanze scolastiche
asilo nido, asilo, scuola dell'infanzia, doposcuola
mensa scolastica, refezione
borrow: prestito, prestiti, prendere in prestito, prestare
renew: rinnovare, rinnovo, proroga, prolungare
fine: multa, multe, ritardo, penale, mora
tessera della biblioteca, tessera di lettura, tessera
libro digitale, ebook, libri digitali
stampare, stampa documenti, stampante, fotocopie, fotocopiatrice
hotel: hotel, albergo, alloggio, pernottamento, dormire, soggiorno
room: camera, camere, stanza, camera doppia
check-in, orario di arrivo
check-out, orario di partenza, lasciare la camera
culla, letto aggiuntivo, lettino
pool: piscina, nuotare, nuoto
aria condizionata, climatizzazione, riscaldamento
fumare, fumatori, sigaretta
club, associazione, circolo
allenamento, allenamenti, allenarsi
lezione di prova, prova gratuita, provare
messa, culto, chiesa, funzione religiosa
battesimo, battezzare
funerale, sepoltura, cimitero
parroco, prete, sacerdote, parrocchia
comune, municipio, uffici comunali
carta d'identità, documento d'identità, passaporto
trasloco, cambio di residenza, residenza, traslocare
waste: rifiuti, spazzatura, immondizia, raccolta differenziata, isola ecologica, ingombranti
permesso di costruire, edilizia
sindaco, sindaca
area giochi, parco giochi
privacy, dati personali, protezione dei dati
condizioni, termini e condizioni, regolamento
età minima, limite di età, da che età
durata, dura, quanto tempo
programma software, software, applicazione, app
installare, installazione, configurare
aggiornare, aggiornamento, nuova versione
scaricare, download
errore, messaggio di errore, malfunzionamento
manuale, istruzioni, guida utente
`;
