/** See `groups.ts` for the form. */
export const it = `
admission: ingresso, biglietto d'ingresso, prezzo d'ingresso, entrata, costo d'ingresso
price: prezzo, prezzi, costo, costa, tariffa, tariffe, quanto costa, quanto viene, costano
caro, economico, costoso, risparmiare, troppo caro > prezzo, sconto
ticket: biglietto, biglietti, ticket
biglietteria, cassa, botteghino
abbonamento annuale, tessera annuale
hours: orario, orari, orari di apertura, aperto, apertura, apre, orario di apertura, aprite
chiude, chiudete, a che ora > orari, apertura, chiusura
closed: chiuso, chiusa, chiusura, chiusure, chiusi, chiudono
ultimo ingresso, ultima entrata
holiday: festivo, festivi, giorni festivi, festività
natale, vigilia > 24 dicembre, 25 dicembre, festivi
capodanno, san silvestro > 1 gennaio, 31 dicembre, festivi
fine settimana, weekend > sabato, domenica
discount: sconto, sconti, ridotto, riduzione, riduzioni, tariffa ridotta, agevolazione, agevolazioni, scontato, metà prezzo, scontistica
offerta, offerte, promozione, saldi
free: gratis, gratuito, gratuita, gratuitamente, senza pagare, ingresso libero, non si paga
child: bambino, bambini, bambina, ragazzi, figlio, figlia, minori, bimbo, nipotino
baby: neonato, neonati, bebè, piccoli
fasciatoio, cambio pannolino, pannolino, pannolini
adolescente, adolescenti, giovani
family: famiglia, famiglie, biglietto famiglia
senior: anziano, anziani, pensionato, pensionati, over 65, terza età, nonno, ultrasessantacinquenni, over 60
student: studente, studenti, studentessa, universitari
gruppo, gruppi, comitiva, comitive
pram: passeggino, passeggini, carrozzina
disabled: disabile, disabili, disabilità, sedia a rotelle, accessibile, accessibilità, barriere architettoniche, mobilità ridotta, carrozzina per disabili, persone con disabilità, invalido, handicap
ascensore, rampa, montacarichi
cane guida, cane da assistenza
sordo, non udenti, lingua dei segni
cieco, non vedenti, ipovedenti, braille
toilet: bagno, bagni, toilette, wc, servizi igienici, gabinetto
food: ristorante, bar, caffetteria, mensa, ristorazione, trattoria
mangiare, pasto, cibo, pranzo, cena, cenare, pranzare, ho fame, abbiamo fame > ristorante, bar, caffè, caffetteria, pasto, menù
bere, bevanda, bevande, torta > bar, caffetteria, bevande
breakfast: colazione, prima colazione, brunch
menù, menu, piatti, carta
vegetariano, vegano, senza carne
allergia, allergie, allergeni, senza glutine, celiachia, celiaci, intolleranza, allergico, lattosio, intollerante
picnic, pranzo al sacco, portare cibo
parking: parcheggio, parcheggiare, parcheggi, posto auto, posteggio, parcheggio auto, dove parcheggiare, lasciare la macchina
charging: colonnina di ricarica, auto elettrica, ricarica, ricaricare, punto di ricarica
car: auto, macchina, automobile, veicolo
station: stazione, stazione ferroviaria, stazione dei treni
treno, treni, ferrovia
bus: autobus, tram, metropolitana, metro, mezzi pubblici, trasporto pubblico, pullman, autobus di linea, corriera, fermata dell'autobus
bicycle: bicicletta, bici, biciclette, rastrelliera
directions: come arrivare, come raggiungerci, raggiungere, raggiungo, raggiungervi, arrivare, indicazioni, percorso
address: indirizzo, dove siete, ubicazione, sede, dove si trova
dog: cane, cani, animale, animali, animali domestici
wifi: wifi, wi-fi, internet, connessione internet
phone: telefono, numero di telefono, chiamare, telefonare, recapito telefonico, chiamo, telefonata, numero verde
cellulare, smartphone, telefonino
email: e-mail, email, mail, posta elettronica, indirizzo mail, indirizzo e-mail, scrivere una mail
contact: contatto, contatti, contattare, recapiti, mettersi in contatto, scrivervi, contattarvi, reperibilità
parlare con qualcuno, assistenza clienti, operatore > contatti, assistenza
newsletter: newsletter, bollettino, notiziario
disiscriversi, cancellare iscrizione, disiscrizione, annullare iscrizione alla newsletter
voucher: buono regalo, carta regalo, buoni regalo, voucher, gift card
regalo, regali, souvenir, ricordo
delivery: consegna, spedizione, spedizioni, pacco, spese di spedizione, tempi di consegna, spedire, spedite, consegnate, corriere, spediscono
arriva, quando arriva, quando mi arriva, tempi di arrivo, quanto ci mette > tempi di consegna, spedizione
estero, internazionale > estero, spedizione
tracciamento, tracciare, numero di tracciamento, dov'è il mio ordine
order: ordine, ordinare, acquisto, acquistare, comprare, ordinato, comprato
esaurito, disponibile, disponibilità, in magazzino
ritiro in negozio, ritirare, ritiro in sede, ritiro
return: reso, resi, restituire, restituzione, rimandare, cambio, sostituzione, restituisco, rendere, cambiare taglia, sostituire
refund: rimborso, rimborsare, rimborsi, soldi indietro, rimborsate, riavere i soldi, restituzione dei soldi
recesso, diritto di recesso, ripensamento
complaint: reclamo, reclami, lamentela, lamentarsi, reclamare, segnalazione
rotto, difettoso, danneggiato, guasto, non funziona, si è rotto
warranty: garanzia, garantito
repair: riparazione, riparare, aggiustare, manutenzione, riparate, ripara, sistemare, assistenza tecnica
ricambio, ricambi, pezzi di ricambio
size: taglia, taglie, misure, dimensioni, misura, guida alle taglie
pay: pagamento, pagare, metodi di pagamento, modalità di pagamento, paga, pagato, saldare
card: carta di credito, carta, bancomat, carta di debito, contactless, prepagata
contanti, in contanti, cash
bonifico, addebito, iban
invoice: fattura, ricevuta, scontrino, ricevuta fiscale
cancel: annullare, annullamento, disdire, disdetta, cancellare, cancellazione, recedere, annulla, annullato, disdico, cancello, recesso dal contratto
membership: iscrizione, socio, soci, diventare socio, tesseramento, associarsi, adesione, iscritto, tesserato, tessera associativa, tesserarsi, associato
quota, quote, quota associativa, quota sociale
abbonamento, abbonarsi, contratto, abbonato
iscriversi, registrarsi, registrazione, modulo di iscrizione, iscrivo, iscrizioni, mi iscrivo, modulo d'iscrizione, immatricolazione
account: account, accedere, login, accesso al profilo, profilo, area riservata, area personale, nome utente, entrare nel sito
password, password dimenticata, parola chiave, credenziali, reimpostare la password, ho dimenticato la password
booking: prenotazione, prenotare, prenotazioni, riservare, prenoto, prenotato
spostare, cambiare la prenotazione, cambiare data, rimandare, posticipare, modificare la prenotazione, rinviare, cambio data
appointment: appuntamento, appuntamenti, fissare un appuntamento, prendere appuntamento, fissare una visita
lista d'attesa, fila, coda, attesa, tempi di attesa, tempi d'attesa
doctor: medico, dottore, dottoressa, ambulatorio, studio medico, medico di base, medico curante, medico di famiglia, dottori di base
orario di visita, orari di ambulatorio, ricevimento
ricetta, ricette, farmaco, medicina, medicinali, farmaci, ricetta medica, prescrizione, pastiglie
urgenza, emergenza, guardia medica, pronto soccorso
vaccino, vaccinazione, vaccinarsi, vaccinato, antinfluenzale
tessera sanitaria, assicurazione sanitaria
certificato di malattia, certificato medico
dentista, odontoiatra, studio dentistico, mal di denti, denti
farmacia, farmacista, farmacie, parafarmacia
job: lavoro, lavora con noi, offerte di lavoro, posizioni aperte, impiego, assunzioni, carriera, assumete, posto di lavoro, lavorare con voi, lavorare da voi
candidatura, candidarsi, curriculum > lavora con noi, posizioni aperte
tirocinio, stage, stagista, tirocinante, alternanza scuola-lavoro
volunteer: volontario, volontari, volontariato, fare volontariato
wedding: matrimonio, matrimoni, sposarsi, sposarci, nozze, rito civile
birthday: compleanno, compleanni, festa di compleanno
hire: affitto sale, affittare, noleggio, affittare una sala, evento privato, affitta, affittate, noleggiare, sala per feste, in affitto
event: evento, eventi, manifestazione, programma, calendario, iniziative
mostra, mostre, esposizione, esposto
corso, corsi, laboratorio, laboratori, lezione, lezioni
tour: visita guidata, visite guidate, guida, visita
audioguida, cuffie, auricolari
lost: oggetti smarriti, perso, smarrito, dimenticato, oggetti ritrovati
sciarpa, ombrello, giacca, guanti, occhiali, chiavi, portafoglio > oggetti smarriti
cloakroom: guardaroba, deposito bagagli, armadietto, armadietti
luggage: bagaglio, bagagli, valigia, borsa, zaino
photo: foto, fotografie, fotografare, fotografia, macchina fotografica, riprese, scattare foto, selfie
giornalista, giornalisti, stampa, ufficio stampa
donazione, donare, donazioni, sostenere, offerta libera, devolvere
school: scuola, scuole, scolaresche, scolastico, gita scolastica
insegnante, insegnanti, docenti, professore, maestra, preside, prof
vacanze, vacanze scolastiche
asilo nido, asilo, scuola dell'infanzia, doposcuola, nido, materna, scuola materna
mensa scolastica, refezione
borrow: prestito, prestiti, prendere in prestito, prestare, prestate, prendo in prestito, prestito libri, imprestito
renew: rinnovare, rinnovo, proroga, prolungare, prorogare, rinnovato, prorogato
fine: multa, multe, ritardo, penale, mora, sanzione, in ritardo
tessera della biblioteca, tessera di lettura, tessera
libro digitale, ebook, libri digitali
stampare, stampa documenti, stampante, fotocopie, fotocopiatrice, fotocopiare, scansione, scanner
hotel: hotel, albergo, alloggio, pernottamento, dormire, soggiorno, alberghi, pernottare, alloggiare, affittacamere
room: camera, camere, stanza, camera doppia, camera singola
check-in, check in, orario di arrivo
check-in, check in > arrivo, camere pronte, camera disponibile
check-out, check out, lasciare la camera, lasciare la stanza, orario di partenza > partenza, liberare la camera
check-out, orario di partenza, lasciare la camera
culla, letto aggiuntivo, lettino
pool: piscina, nuotare, nuoto, vasca
aria condizionata, climatizzazione, riscaldamento
fumare, fumatori, sigaretta, fumo, svapare, sigaretta elettronica, tabacco
club, associazione, circolo
allenamento, allenamenti, allenarsi
lezione di prova, prova gratuita, provare
messa, culto, chiesa, funzione religiosa, messe
battesimo, battezzare
funerale, sepoltura, cimitero
parroco, prete, sacerdote, parrocchia, don, ufficio parrocchiale
comune, municipio, uffici comunali, palazzo comunale, sportello comunale
carta d'identità, documento d'identità, passaporto, carta di identità, cie, documento di riconoscimento
trasloco, cambio di residenza, residenza, traslocare, cambiare residenza, trasferirsi, mi trasferisco, certificato di residenza, nuovo indirizzo
waste: rifiuti, spazzatura, immondizia, raccolta differenziata, isola ecologica, ingombranti, riciclare, riciclo, pattume, nettezza urbana
permesso di costruire, edilizia
sindaco, sindaca
area giochi, parco giochi
privacy, dati personali, protezione dei dati
condizioni, termini e condizioni, regolamento
età minima, limite di età, da che età, quanti anni, minorenni, a che età
durata, dura, quanto tempo, ore dura, dura quanto
programma software, software, applicazione, app
installare, installazione, configurare
aggiornare, aggiornamento, nuova versione
scaricare, download
errore, messaggio di errore, malfunzionamento
manuale, istruzioni, guida utente
a rate, rate, rateizzare, dilazionare, pagare a rate > rate, rateizzazione, dilazionato
acconto, anticipo, caparra, versare un acconto
cauzione, deposito cauzionale
preventivo, stima dei costi
iva, con iva, iva inclusa, senza iva
bancomat sportello, sportello automatico, prelevare, prelievo di contanti
supplemento, sovrapprezzo, costo aggiuntivo, costi extra
borsa di studio, sussidio allo studio
contributo, bonus, sussidio, agevolazione economica, aiuto economico
disoccupato, disoccupazione, senza lavoro
basso reddito, reddito basso, pochi soldi, isee > isee, reddito, agevolazioni, riduzioni
codice sconto, codice promozionale, coupon, buono sconto
carta fedeltà, tessera punti, raccolta punti, tessera fedeltà
addebitato due volte, doppio addebito, mi avete addebitato > addebito, pagamento
non posso venire, ho un imprevisto, impossibilitato > disdetta, annullamento, disdire
posti liberi, posti disponibili, ci sono posti, è pieno, esauriti > posti disponibili, esaurito, lista d'attesa
senza prenotazione, senza prenotare, senza appuntamento > prenotazione, accesso libero
punto di ritiro, locker, punto ritiro
non è arrivato, non ho ricevuto, pacco perso, mai arrivato > spedizione, consegna, assistenza, tracciamento
carta da regalo, confezione regalo, incartare, pacchetto regalo
a domicilio, a casa, a casa mia
troppo grande, troppo piccolo, non mi va bene, taglia sbagliata > cambio, reso, sostituzione
usato, seconda mano, di seconda mano, ricondizionato
ingredienti, composizione
negozio, punto vendita, bottega
vendete, vendere, vendita, in vendita
assistenza post vendita, servizio clienti post vendita, centro assistenza
sartoria, orlo, accorciare, cucire, modifiche sartoriali
tessera persa, perso la tessera, tessera smarrita, duplicato > smarrimento, duplicato, nuova tessera
rinnovo automatico, si rinnova, tacito rinnovo
non soci, non iscritti
unirmi, unirsi, fare parte, entrare a far parte > soci, iscrizione, associarsi
bidone, cassonetto, mastello, contenitore
isola ecologica, ecocentro, centro di raccolta, riciclerie, piattaforma ecologica
divano, vecchio materasso, mobili vecchi, armadio vecchio, ingombrante > ingombranti
buttare, gettare, disfarsi, buttare via, dove butto > conferire, gettare, smaltire
sacco giallo, imballaggi in plastica, plastica, lattine
bottiglie di vetro, barattoli di vetro, vasetti > vetro, campana del vetro
cartone, scatoloni, giornali vecchi > carta e cartone, carta
avanzi, scarti di cucina, resti di cibo > umido, organico
umido, organico, frazione organica
potature, sfalci, erba tagliata, foglie secche, ramaglie, rami
pile, batterie, lampadine, neon > pile, lampadine, raee
frigorifero, lavatrice, televisore, elettrodomestici, vecchio computer > elettrodomestici, raee, apparecchiature elettriche
vernice, solventi, prodotti chimici, olio esausto > rifiuti pericolosi, olio esausto
calcinacci, macerie, piastrelle, inerti
vestiti usati, abiti usati, vecchi vestiti > indumenti, abiti, tessili
medicinali scaduti, farmaci scaduti > farmacia, farmaci scaduti
mettere fuori i bidoni, esporre, portare fuori la spazzatura > esposizione, esporre, calendario
tari, tassa rifiuti, tassa sui rifiuti, bolletta rifiuti
nuovi pazienti, prima visita
pediatra, medico dei bambini
ginecologo, ginecologa, ginecologia
gravidanza, incinta, donna incinta, in attesa di un bambino
fisioterapia, fisioterapista, riabilitazione
oculista, oftalmologo, visita oculistica, controllo della vista
ottico, occhiali da vista, lenti a contatto
ansia, depressione, triste > psicologo, psicoterapia, supporto psicologico
infermiere, infermieristica, medicazione
esami del sangue, analisi del sangue, prelievo, prelievo di sangue
referto, risultati degli esami, esiti, risultati delle analisi
radiografia, ecografia, risonanza, tac, lastra > radiologia, diagnostica, ecografia, radiografia
carie, otturazione, corona dentale, impianto dentale, capsula > odontoiatria, cure dentali, impianti
igiene dentale, pulizia dei denti, ablazione del tartaro
apparecchio per i denti, apparecchio dentale, ortodonzia, ortodontista
ticket sanitario, esenzione, esente
veterinario, clinica veterinaria
cane malato, gatto malato, il mio cane sta male, il mio gatto sta male > veterinario, emergenza
sterilizzare, sterilizzazione, castrare, castrazione
televisita, visita online, videoconsulto, consulto online
ospedale, ricovero, ricoverato, clinica
ambulanza, vigili del fuoco, pompieri, infarto > emergenza, 112, 118
orari di visita ai pazienti, visitare un paziente, visitare un malato > orario di visita, visite ai degenti
operazione, intervento chirurgico, chirurgia, subire un'operazione
casa di riposo, ospizio, residenza per anziani, rsa
badante, assistenza domiciliare, assistenza anziani
alunno, allievo, scolari
assenza, assente, giustificazione, giustificare
orario scolastico, orario delle lezioni, calendario delle lezioni
voti, pagella, valutazioni
colloqui, colloquio con i professori, ricevimento genitori, incontro con gli insegnanti
compiti, compiti a casa, ripetizioni, aiuto compiti
divisa, grembiule, tuta, che vestiti > abbigliamento, divisa, tuta
scuolabus, trasporto scolastico, pulmino
mangiare a scuola, menu scolastico, menù della mensa, pasti a scuola > mensa scolastica, mensa, refezione
centro estivo, campo estivo, colonia estiva
baby sitter, babysitter, tata, guardare i bambini
inizio delle lezioni, inizio della scuola, primo giorno di scuola, inizia la scuola > inizio, calendario scolastico
università, ateneo, facoltà universitaria
studentato, alloggio per studenti, residenza universitaria, casa dello studente
esame, prova scritta, prova orale, test d'ingresso
principiante, senza esperienza, da zero, livello base
livello avanzato, avanzato, perfezionamento, livello intermedio
istruttore, istruttrice, formatore, animatore, allenatore, allenatrice
corso di italiano, imparare l'italiano, italiano per stranieri
attestato, certificato di frequenza, certificazione
online, via internet, a distanza, in rete, da remoto, telematico
recuperare una lezione, lezione persa, perso una lezione > recupero, recuperare
quali documenti, documenti necessari, documentazione, documenti da portare, documenti richiesti
modulo, modulistica, domanda da compilare, fac-simile
pratica, pratiche, sportello
permesso di soggiorno, carta di soggiorno, visto d'ingresso, questura
cittadinanza, diventare italiano, cittadinanza italiana
un decesso, denuncia di decesso, morto, è morto, certificato di morte, defunto
nascita, dichiarazione di nascita, registrare un neonato, certificato di nascita, atto di nascita
patente, patente di guida, rinnovo patente
tomba, loculo, lapide > cimitero, loculo, concessione cimiteriale
costruire, ristrutturare casa, veranda, ampliare casa, lavori in casa > edilizia, permesso di costruire, scia, cila
lampione, buca, marciapiede, strada rovinata, illuminazione > segnalazione, illuminazione pubblica, manutenzione strade
rumore, vicino rumoroso, musica alta > rumore, inquinamento acustico, polizia locale
cane smarrito, gatto smarrito, cane randagio, animale abbandonato > canile, randagi, smarrimento
canile, gattile, rifugio per animali, adottare un cane, adottare un gatto > canile, adozione, gattile
guinzaglio, museruola, al guinzaglio
dogsitter, pensione per cani, lasciare il cane, asilo per cani
vietato, permesso, consentito, ammessi, divieto
mercato, mercatino, mercato settimanale, bancarelle
perdita d'acqua, contatore, bolletta dell'acqua > acquedotto, servizio idrico, contatore
polizia, polizia locale, vigili, vigili urbani, carabinieri
assistente sociale, servizi sociali, assistenza sociale
casa popolare, alloggi popolari, edilizia residenziale pubblica
scadenza, entro quando, termine ultimo, scade
segreteria, reception, accoglienza, portineria
partita, gara, campionato
abbigliamento sportivo, scarpe da ginnastica, come vestirsi > abbigliamento, attrezzatura, scarpe
palestra, fitness, sala pesi
doccia, spogliatoio
costume da bagno, costume, cuffia da bagno, slip da bagno
imparare a nuotare, corso di nuoto, scuola nuoto
escursione, camminata, passeggiata, sentiero, trekking
appartamento, casa vacanze, appartamento per vacanze
campeggio, tenda, roulotte, campeggiare, camping
camper, area camper, area sosta camper
arrivare tardi, arrivo tardivo, arrivare di notte, arrivo in tarda serata
ritiro chiavi, consegna delle chiavi, chiavi della camera
pulizie, pulizia finale, spese di pulizia
asciugamani, lenzuola, biancheria, biancheria da letto
tassa di soggiorno, imposta di soggiorno
navetta, transfer, servizio navetta
lavanderia, lavare i vestiti, lavare la biancheria
asporto, da asporto, da portare via, take away
seggiolone, sedia per bambini
menu bambini, piatti per bambini
all'aperto, esterno, dehors, tavoli fuori, terrazza, mangiare fuori
piatto del giorno, menù del giorno, menu fisso, menù di mezzogiorno
birra, vino, alcolici, cocktail, aperitivo > bevande, bar, vini, birre
orario cucina, cucina aperta, a che ora si mangia > cucina, orario
libro perso, perso un libro, libro rovinato, libro danneggiato > smarrimento, danneggiamento, risarcimento
quanti libri, quanti prestiti > prestito, libri, documenti
riportare un libro, restituire i libri, riconsegnare > restituzione, riconsegna
giochi da tavolo, gioco da tavolo, ludoteca, giochi di società
giornale, quotidiano, rivista
letture per bambini, lettura ad alta voce, ora del racconto
computer, pc, portatile, postazione internet
sala lettura, sala studio, aula studio, studiare
comunione, prima comunione, catechismo, cresima
intenzioni di messa, far dire una messa, ordinare una messa
officina, meccanico, autofficina, carrozziere
tagliando, cambio olio, manutenzione auto
revisione auto, revisione, collaudo
gomme, pneumatici, gomma a terra, cambio gomme
carrozzeria, graffio, ammaccatura, verniciatura auto
auto sostitutiva, auto di cortesia, vettura sostitutiva
non parte, carro attrezzi, batteria scarica, soccorso stradale, traino
benzina, carburante, gasolio, distributore di benzina
parrucchiere, taglio capelli, barbiere, tagliare i capelli
tinta, colpi di sole, meches, colorare i capelli
estetista, centro estetico, ceretta, depilazione, trattamento viso
rubinetto, tubo rotto, scarico intasato, lavandino, perde acqua > idraulico, pronto intervento
caldaia, scaldabagno, termosifone, senza acqua calda > caldaia, riscaldamento, assistenza
tetto, grondaia, infiltrazioni, tegole > tetto, coperture, infiltrazioni
fabbro, serratura, chiuso fuori
imbianchino, imbiancare, pitturare, tinteggiatura
ristrutturare, ristrutturazione, rifare il bagno
tagliare l'erba, siepe, potare, giardiniere > giardinaggio, giardiniere, manutenzione del verde
zona di intervento, dove operate, venite anche, raggio di azione > zone servite
eliminare il mio account, cancellare il mio account, chiudere il mio account, cancellare i miei dati > eliminare, cancellazione, account
account bloccato, non riesco ad accedere, non riesco a entrare > accesso, password, credenziali
hackerato, truffa, phishing, frode
copia di sicurezza, backup, ripristinare, salvataggio
compatibile, compatibilità, requisiti di sistema, sistema operativo
codice di attivazione, chiave di licenza, attivazione, licenza software
periodo di prova, versione di prova, provare gratis
concerto, musica dal vivo
spettacolo, teatro, rappresentazione
festa, sagra, fiera
posto a sedere, sedersi, seduti, poltrone
inizia, comincia, cominciare, iniziare
finisce, termina, fine, conclusione
pioggia, piove, maltempo, brutto tempo, temporale
sospeso, rinviato, annullato evento > rinviato, annullato, sospeso
cosa fare, cosa vedere, tempo libero > attività, eventi, itinerari
cinema, film, proiezione
conferenza, convegno, dibattito, incontro pubblico
fermata, quale fermata
aeroporto, aereo, volo
noleggio bici, noleggiare una bici, bici a noleggio, bike sharing
parcheggio disabili, posto disabili, contrassegno disabili, pass disabili
multa stradale, contravvenzione, verbale, ho preso una multa
strisce blu, parchimetro, disco orario, sosta a pagamento
parcheggio residenti, permesso residenti, residenti
vicino, a piedi, nelle vicinanze, dintorni, nei pressi
stipendio, paga mensile, retribuzione, quanto si guadagna
part-time, tempo parziale, tempo pieno
dare una mano, aiutare come volontario, rendermi utile > volontariato, volontari
stampelle, deambulatore, bastone, cammino male > mobilità ridotta, sedia a rotelle, accessibile, ascensore
autismo, autistico, ora silenziosa
scala, gradini, scalini
accompagnatore, accompagnatrice
mamma, papà, madre, padre > genitori, adulto, genitore
da solo, non accompagnato, senza genitori, senza adulti > accompagnati, adulto, non accompagnati
minore di 18 anni, minorenne, sotto i 18 anni
autorizzazione dei genitori, consenso dei genitori, firma dei genitori
allattare, allattamento, allattare al seno
rubato, furto, mi hanno rubato, derubato > furto, denuncia
scontento, insoddisfatto, cattivo servizio, protestare > reclamo, reclami, suggerimenti
i miei dati, cancellare i dati, diritto all'oblio > protezione dei dati, cancellazione, privacy
videosorveglianza, telecamera
direttore, direttrice, il capo, responsabile, titolare, presidente
fondato, creato, da quando esiste, anno di fondazione > fondato, fondazione, storia
pausa pranzo, a mezzogiorno, all'ora di pranzo > pausa, orario continuato
lingua, inglese, parlate inglese
acqua potabile, fontanella, borraccia
affollamento, molta gente, ore di punta, quando c'è meno gente > affluenza
ferito, incidente, primo soccorso, defibrillatore, infermeria
portare, portare con sé, cosa portare
tasse, imu, tributi, agenzia delle entrate, imposta comunale
partorire, ostetrica, maternità, sala parto
presa di corrente, caricare il telefono, ricaricare il cellulare
passano a ritirare, ritirano, camion della spazzatura, netturbino > raccolta, ritiro
casa, abitazione
in caso, caso, casi, eventualità
mese, mesi, mensile, mensilmente
`;
