/** See `groups.ts` for the form. */
export const ro = `
admission: intrare, intrarea, preț intrare, bilet de intrare, taxă de intrare
price: preț, prețuri, prețul, cost, costă, tarif, tarife, taxă, prețul biletului, tarifele
ticket: bilet, bilete, biletul, abonament
hours: program, orar, programul, deschis, ore de funcționare, program de vizitare, deschideți, orele, programul de lucru, se deschide
closed: închis, închisă, închidere, se închide, închideți
holiday: sărbătoare legală, sărbători, zile libere, sărbători legale
discount: reducere, reduceri, redus, bilet redus, tarif redus, mai ieftin, jumătate de preț
free: gratuit, gratuită, gratis, intrare liberă
child: copil, copii, copilul, fiu, fiică, nepot, băiat, fetiță
baby: bebeluș, sugar, bebeluși
family: familie, familii, bilet de familie
senior: pensionar, pensionari, seniori, vârstnici, peste 65, bunica, bunicul
student: student, studenți, legitimație de student, elevi
pram: cărucior, cărucioare, căruciorul
disabled: dizabilități, persoane cu dizabilități, scaun cu rotile, accesibil, accesibilitate, handicap, cărucior cu rotile, rampă, handicapat
toilet: toaletă, toalete, wc, baie
food: restaurant, cafenea, mâncare, mânca, masă, bufet, cantină, foame, cină, prânz, gustare, mâncăm
breakfast: mic dejun, micul dejun
parking: parcare, parcări, parca, loc de parcare, parchez, las mașina, locuri de parcare
charging: stație de încărcare, mașină electrică, încărcare
station: gară, gara, stație de tren
bus: autobuz, tramvai, metrou, transport public, transport în comun, autobuzul, microbuz, maxi-taxi, stație de autobuz
bicycle: bicicletă, biciclete, rastel
directions: cum ajungeți, cum ajung, acces, traseu, ajunge la voi, cum se ajunge, ajungem
address: adresă, adresa, unde sunteți, locație, unde vă aflați, sediu, sediul
dog: câine, câini, câinele, animal de companie, animale, pisică, cățel, animalul
wifi: wifi, wi-fi, internet
phone: telefon, număr de telefon, suna, telefonul, apel, telefonic
email: e-mail, email, mail, poștă electronică
contact: contact, contacta, contactați, formular de contact, lua legătura, vorbesc cu cineva, asistență clienți, relații clienți
newsletter: newsletter, buletin informativ, dezabonare
voucher: card cadou, voucher cadou, tichet cadou
delivery: livrare, livrarea, colet, expediere, transport, cost de livrare, livrați, trimiteți, curier, coletul, trimite
return: retur, returna, returnare, schimb, înapoia, returnez, returnați, schimb mărimea, dau înapoi
refund: rambursare, banii înapoi, returnarea banilor, îmi dați banii, recuperez banii, rambursați
complaint: reclamație, plângere, sesizare, reclama, nemulțumit, plâng
warranty: garanție, garanția, garantat
repair: reparație, reparații, repara, depanare
size: mărime, mărimi, dimensiuni
pay: plată, plăti, plata, metode de plată, plătesc, achita, achitare, modalități de plată
card: card bancar, card de credit, cu cardul, card de debit, contactless, pos
cancel: anulare, anula, reziliere, renunța, anulez, anulat, reziliez, retragere
membership: membru, membri, calitate de membru, cotizație, membru al, înscriu în, devin membru
booking: rezervare, rezerva, rezervări, rezervat
appointment: programare, programări, face o programare, programez, mă programez
doctor: medic, doctor, cabinet, clinică, medicul, medic de familie, cabinet medical
job: loc de muncă, locuri de muncă, angajări, cariere, posturi, angajați, muncă, lucrez la voi, recrutare
volunteer: voluntar, voluntari, voluntariat, ajut ca voluntar
wedding: nuntă, căsătorie, cununie, nunți, cununie civilă, mă căsătoresc, oficierea căsătoriei
birthday: zi de naștere, ziua de naștere, aniversare, petrecere de copii, sărbătorim ziua
event: eveniment, evenimente, activități, evenimentele, calendar evenimente, ce se întâmplă
tour: tur ghidat, ghid, tururi, vizită ghidată
lost: obiecte pierdute, pierdut, uitat, am pierdut, găsit, am uitat, rătăcit
cloakroom: garderobă, dulap, vestiar, las haina, depozit bagaje
luggage: bagaj, bagaje, rucsac, geantă
photo: fotografie, fotografii, fotografia, poze
borrow: împrumut, împrumuta, împrumutul, împrumut cărți, iau acasă
renew: prelungi, prelungire, reînnoire
fine: amendă, penalizare, întârziere, amenzi, penalități, întârziat
room: cameră, camere, cazare
pool: piscină, înot, înota, bazin, înotăm
waste: gunoi, deșeuri, colectare, reciclare, gunoiul, pubelă, tomberon, ridicarea gunoiului, salubritate
car: mașină, automobil, vehicul
order: comandă, cumpăra, achiziție, achiziționa
invoice: factură, bon fiscal, chitanță
account: cont, autentificare, conectare, nume de utilizator, mă conectez
hire: închiriere sală, închiria, închiriez, sală de evenimente, închiriere
school: școală, școli, clasă, elevilor
hotel: hotel, pensiune, dormit, cazare la hotel, înnopta
scump, ieftin, mai ieftin > preț, reducere
casierie, casă de bilete, bilete la casă
abonament anual, abonament lunar, legitimație anuală
crăciun, ajun > 24 decembrie, 25 decembrie, sărbători
anul nou, revelion > 31 decembrie, 1 ianuarie, sărbători
weekend, sfârșit de săptămână > sâmbătă, duminică
zile lucrătoare, în timpul săptămânii > luni, vineri
adolescent, tineri
grup, grupuri, în grup
lift, ascensor, rampă de acces
câine ghid, câine de asistență
surd, hipoacuzic, limbajul semnelor
nevăzător, braille
masă de înfășat, scutec
alăptare, alăptez, alăptat
vegetarian, vegan, fără carne, de post
alergie, fără gluten, lactoză
picnic, mâncare de acasă
la pachet, mâncare la pachet
scaun de copil, scaun înalt
meniu, feluri de mâncare, meniul zilei
terasă, afară, în aer liber
rate, în rate, plata în rate
numerar, cash, bani cash
bancomat, scot bani, retragere numerar
avans, plată în avans, acont
garanție de bani, cauțiune
deviz, ofertă de preț, estimare
tva, cu tva, fără tva
bursă, bursier
ajutor social, subvenție, ajutor financiar, indemnizație
șomer, șomaj, fără loc de muncă
cod de reducere, cod promoțional, cupon
reprogramare, reprogramez, schimb data, amân
locuri libere, locuri disponibile, mai sunt locuri > locuri disponibile, complet
listă de așteptare, coadă, așteptare
fără programare, fără rezervare > programare, rezervare
punct de ridicare, easybox, ridicare personală
nu a ajuns, nu am primit, colet pierdut > livrare, comandă, urmărire
urmărire colet, urmăresc comanda, awb
în stoc, stoc epuizat, disponibil
prea mare, prea mic, nu se potrivește > schimb, retur
stricat, defect, nu funcționează, deteriorat
piese de schimb, piesă de schimb
second hand, folosit, la mâna a doua
ingrediente, compoziția produsului
magazin, prăvălie
cadou, cadouri, suvenir, ambalare cadou
parolă, am uitat parola, resetare parolă
ștergere cont, șterg contul, închid contul > ștergere, cont
nu mă pot conecta, nu pot intra în cont, cont blocat > autentificare, parolă, cont
lecție de probă, ședință de probă, perioadă de probă
antrenament, mă antrenez
meci, meciuri, competiție, turneu
sală de fitness, sală de forță, fitness
duș, dușuri, mă schimb > vestiar, dușuri
costum de baie, cască de înot, slip
lecții de înot, curs de înot, învăț să înot
director, șef, conducere, patron, președinte, manager
curs, cursuri, atelier, lecții
începător, fără experiență
instructor, antrenor, profesor, formator
certificat, diplomă, atestat, adeverință
online, pe internet, la distanță
limba română pentru străini, curs de română
grădiniță, creșă
absență, motivare, copil bolnav > absențe, motivare
vacanță, vacanță școlară
cantina școlii, masă la școală
after school, semiinternat
meditații, teme, ajutor la teme
universitate, facultate, campus universitar
cămin studențesc, cămin, cazare studenți
examen, admitere
înscriere, mă înscriu, formular de înscriere
rețetă, medicamente, pastile
vaccin, vaccinare, vaccinez
analize de sânge, recoltare, laborator
rezultate analize, buletin de analize
concediu medical, adeverință medicală
stomatolog, dentist, durere de dinți, dinți
pediatru, medic de copii
sarcină, gravidă, însărcinată
naștere, maternitate, moașă
oftalmolog, control oftalmologic, medic de ochi
psiholog, psihoterapie, psihoterapeut
radiografie, ecografie, rmn
urgență, salvare, ambulanță
spital, internare, spitalizare
veterinar, cabinet veterinar, medic veterinar
sterilizare, castrare
farmacie, farmacist
azil, cămin de bătrâni, îngrijire bătrâni
primărie, consiliu local
buletin, carte de identitate, pașaport
domiciliu, mutare, schimbare domiciliu, m-am mutat
certificat de naștere, înregistrare naștere
deces, a murit, certificat de deces
impozit, taxe locale
alegeri locale, vot, votez, secție de votare
permis de conducere, carnet de conducere
autorizație de construire, construiesc, construcție
cerere, formular
ce acte, acte necesare, documente necesare
deșeuri voluminoase, canapea veche, mobilă veche, saltea > voluminoase, deșeuri
arunc, scap de > colectare, predare
baterii, becuri, neoane > deșeuri periculoase, baterii
frigider vechi, televizor vechi, mașină de spălat veche > deșeuri electrice, electronice
slujbă, liturghie, biserică
botez, botezul, botezăm
înmormântare, cimitir, funeralii
preot, parohie, parohul
service auto, mecanic, atelier auto
itp, inspecție tehnică, verificare tehnică
anvelope, cauciucuri, vulcanizare, pană de cauciuc
tractare, nu pornește mașina, asistență rutieră
frizerie, coafor, tuns, tunsoare
manichiură, unghii, pedichiură
instalator, țeavă spartă, robinet, desfundare
electrician, instalație electrică
permis de bibliotecă, legitimație de bibliotecă
carte electronică, audiobook
imprimare, imprimantă, printez, copiator, scanare
sală de lectură, loc de studiu
prosop, prosoape, lenjerie
check-in, ora de sosire
check-out, ora de plecare
aer condiționat, încălzire
fumat, fumez, fumători, țigară
concert, muzică live
expoziție, exponate
teatru, spectacol
anulat evenimentul, nu mai are loc, se amână > anulat, amânat
începe, început
ploaie, vreme rea
aeroport, avion, zbor
aproape, pe jos, în apropiere
salariu, leafă
practică, internship, stagiu
cv, aplic pentru > locuri de muncă, angajări
mama, tata > părinți, adult
singur, fără părinți, neînsoțit > însoțit, adult
minor, sub 18 ani
vârstă, de la ce vârstă, limită de vârstă
fular, umbrelă, mănuși, ochelari, chei, portofel > obiecte pierdute
furat, furt, hoți > furt, poliție
date personale, confidențialitate, gdpr
termeni, condiții, regulament
descărca, aplicație, program software
instalare, instalez, configurare
actualizare, actualizez, versiune nouă
eroare, nu merge, blocat aplicația
instrucțiuni, manual, ghid de utilizare
anul, an, anual
`;
