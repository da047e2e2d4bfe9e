/** See `groups.ts` for the form. */
export const sv = `
admission: inträde, entré, entréavgift, inträdesavgift, entrépris
price: pris, priser, kostnad, avgift, avgifter, kostar, taxa
ticket: biljett, biljetter, entrébiljett
hours: öppettider, öppet, öppettid, öppnar, öppen
closed: stängt, stängd, stänger, stängning
holiday: helgdag, helgdagar, röd dag, röda dagar, helg
discount: rabatt, rabatter, nedsatt, reducerat pris, rabatterat
free: gratis, fri entré, kostnadsfritt, avgiftsfritt, kostnadsfri
child: barn, unge, son, dotter, småbarn
baby: bebis, spädbarn, bebisar
family: familj, familjer, familjebiljett
senior: pensionär, pensionärer, senior, seniorer, äldre
student: student, studenter, studerande
pram: barnvagn, barnvagnar, sulky
disabled: rullstol, tillgänglighet, funktionsnedsättning, handikapp, tillgänglig, rörelsehindrade
toilet: toalett, toaletter, wc, toa
food: restaurang, café, kafé, kafeteria, mat, äta, måltid, lunch, servering
breakfast: frukost, brunch
parking: parkering, parkera, parkeringsplats, parkeringshus
charging: laddstolpe, elbil, ladda bilen, laddplats, laddstation
station: järnvägsstation, station, tågstation, centralstation
bus: buss, spårvagn, tunnelbana, kollektivtrafik, hållplats
bicycle: cykel, cyklar, cykelställ, cykelparkering
directions: hitta hit, vägbeskrivning, ta sig hit, resväg
address: adress, var ligger, läge
dog: hund, hundar, husdjur, djur
wifi: wifi, wi-fi, internet, trådlöst nätverk
phone: telefon, telefonnummer, ringa, telefonnumret
email: e-post, mejl, mail, e-postadress, email
contact: kontakt, kontakta, kundtjänst, kontaktformulär
newsletter: nyhetsbrev, utskick
voucher: presentkort, gåvokort, värdebevis
delivery: leverans, frakt, paket, försändelse, leveranstid, skicka
return: retur, returnera, skicka tillbaka, byte, byta, lämna tillbaka
refund: återbetalning, pengarna tillbaka, återbetala
complaint: klagomål, reklamation, reklamera
warranty: garanti, reklamationsrätt
repair: reparation, laga, reparera
size: storlek, storlekar, mått
pay: betalning, betala, betalningssätt, betalsätt
card: kort, kreditkort, bankkort, betalkort
cancel: avboka, avbokning, säga upp, uppsägning, avsluta
membership: medlemskap, medlem, bli medlem, medlemsavgift
booking: bokning, boka, reservera, reservation
appointment: boka tid, tidsbokning, besökstid
doctor: läkare, vårdcentral, doktor, mottagning
job: jobb, lediga tjänster, jobba hos oss, karriär, anställning, tjänst
volunteer: volontär, volontärer, frivillig, ideell
wedding: bröllop, vigsel, gifta
birthday: födelsedag, kalas, födelsedagskalas, barnkalas
event: evenemang, program, kalendarium, aktiviteter
tour: visning, guidad tur, guidning, visningar, rundtur
lost: hittegods, borttappat, glömt, tappat, tappade, glömde
cloakroom: garderob, förvaringsskåp, skåp, kapprum
luggage: bagage, väska, ryggsäck, resväska
photo: foto, fotografera, fotografering, bilder, filma
borrow: låna, lån, utlåning, lånetid
renew: omlån, låna om, förlänga, förlängning
fine: förseningsavgift, böter, försenad, förseningsavgifter
room: rum, dubbelrum, enkelrum, övernattning
pool: simhall, bassäng, simma, badhus
waste: sopor, avfall, sophämtning, återvinning
`;
