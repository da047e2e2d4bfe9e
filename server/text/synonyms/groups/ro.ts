/** See `groups.ts` for the form. */
export const ro = `
admission: intrare, intrarea, preț intrare, bilet de intrare, taxă de intrare
price: preț, prețuri, prețul, cost, costă, tarif, tarife, taxă
ticket: bilet, bilete, biletul, abonament
hours: program, orar, programul, deschis, ore de funcționare, program de vizitare
closed: închis, închisă, închidere, se închide
holiday: sărbătoare legală, sărbători, zile libere, sărbători legale
discount: reducere, reduceri, redus, bilet redus, tarif redus
free: gratuit, gratuită, gratis, intrare liberă
child: copil, copii, copilul, fiu, fiică
baby: bebeluș, sugar, bebeluși
family: familie, familii, bilet de familie
senior: pensionar, pensionari, seniori, vârstnici, peste 65
student: student, studenți, legitimație de student
pram: cărucior, cărucioare, căruciorul
disabled: dizabilități, persoane cu dizabilități, scaun cu rotile, accesibil, accesibilitate, handicap
toilet: toaletă, toalete, wc, baie
food: restaurant, cafenea, mâncare, mânca, masă, bufet, cantină
breakfast: mic dejun, micul dejun
parking: parcare, parcări, parca, loc de parcare
charging: stație de încărcare, mașină electrică, încărcare
station: gară, gara, stație de tren
bus: autobuz, tramvai, metrou, transport public, transport în comun
bicycle: bicicletă, biciclete, rastel
directions: cum ajungeți, cum ajung, acces, traseu
address: adresă, adresa, unde sunteți, locație
dog: câine, câini, câinele, animal de companie, animale
wifi: wifi, wi-fi, internet
phone: telefon, număr de telefon, suna
email: e-mail, email, mail, poștă electronică
contact: contact, contacta, contactați, formular de contact
newsletter: newsletter, buletin informativ
voucher: card cadou, voucher cadou, tichet cadou
delivery: livrare, livrarea, colet, expediere, transport, cost de livrare
return: retur, returna, returnare, schimb, înapoia
refund: rambursare, banii înapoi, returnarea banilor
complaint: reclamație, plângere, sesizare
warranty: garanție, garanția
repair: reparație, reparații, repara
size: mărime, mărimi, dimensiuni
pay: plată, plăti, plata, metode de plată
card: card bancar, card de credit, cu cardul
cancel: anulare, anula, reziliere, renunța
membership: membru, membri, calitate de membru, cotizație
booking: rezervare, rezerva, rezervări
appointment: programare, programări, face o programare
doctor: medic, doctor, cabinet, clinică
job: loc de muncă, locuri de muncă, angajări, cariere, posturi
volunteer: voluntar, voluntari, voluntariat
wedding: nuntă, căsătorie, cununie, nunți
birthday: zi de naștere, ziua de naștere, aniversare
event: eveniment, evenimente, activități
tour: tur ghidat, ghid, tururi, vizită ghidată
lost: obiecte pierdute, pierdut, uitat, am pierdut
cloakroom: garderobă, dulap, vestiar
luggage: bagaj, bagaje, rucsac, geantă
photo: fotografie, fotografii, fotografia, poze
borrow: împrumut, împrumuta, împrumutul
renew: prelungi, prelungire, reînnoire
fine: amendă, penalizare, întârziere
room: cameră, camere, cazare
pool: piscină, înot, înota
waste: gunoi, deșeuri, colectare, reciclare
`;
