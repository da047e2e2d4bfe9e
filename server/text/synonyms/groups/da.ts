/** See `groups.ts` for the form. */
export const da = `
admission: entré, adgang, entrépris, billetpris, indgang
price: pris, priser, koster, omkostninger, gebyr, takst, afgift
ticket: billet, billetter, adgangsbillet
hours: åbningstider, åbent, åbningstid, åbner, åben
closed: lukket, lukker, lukkedage, lukkedag
holiday: helligdag, helligdage
discount: rabat, rabatter, nedsat pris, nedsat
free: gratis, gratis adgang, fri entré, uden betaling
child: barn, børn, søn, datter, unger
baby: baby, spædbarn, babyer, småbørn
family: familie, familier, familiebillet
senior: pensionist, pensionister, senior, ældre, folkepensionist
student: studerende, student, studerende rabat
pram: barnevogn, klapvogn, barnevogne
disabled: kørestol, handicap, handicappede, tilgængelighed, kørestolsbruger, gangbesværede
toilet: toilet, toiletter, wc
food: restaurant, café, cafe, kantine, mad, spise, måltid, frokost, bespisning
breakfast: morgenmad, brunch
parking: parkering, parkere, parkeringsplads, p-plads, parkeringshus
charging: ladestander, elbil, oplade, ladestation
station: banegård, togstation, station, jernbanestation
bus: bus, letbane, metro, offentlig transport, stoppested
bicycle: cykel, cykler, cykelstativ, cykelparkering
directions: find vej, kørselsvejledning, sådan kommer du hertil, rutevejledning
address: adresse, hvor ligger, beliggenhed
dog: hund, hunde, kæledyr, dyr
wifi: wifi, wi-fi, internet, trådløst net
phone: telefon, telefonnummer, ringe, ring til
email: e-mail, mail, email, mailadresse
contact: kontakt, kontakte, kundeservice, henvendelse
newsletter: nyhedsbrev, nyhedsbreve
voucher: gavekort, værdibevis
delivery: levering, fragt, forsendelse, pakke, leveringstid, sende
return: returnering, returnere, sende tilbage, bytte, ombytning, retur
refund: refusion, pengene tilbage, tilbagebetaling, refundere
complaint: klage, reklamation, reklamere
warranty: garanti, reklamationsret
repair: reparation, reparere
size: størrelse, størrelser, mål
pay: betaling, betale, betalingsmetoder, betalingsmåder
card: kort, kreditkort, dankort, betalingskort
cancel: afbestille, aflyse, opsige, opsigelse, annullere, afbestilling
membership: medlemskab, medlem, blive medlem, kontingent
booking: booking, reservation, reservere, bestille bord, booke
appointment: tidsbestilling, aftale, bestille tid, book tid
doctor: læge, lægehus, praksis, lægepraksis
job: job, ledige stillinger, arbejde hos os, karriere, stilling
volunteer: frivillig, frivillige, frivilligt arbejde
wedding: bryllup, vielse, gifte, vielser
birthday: fødselsdag, børnefødselsdag
event: arrangement, arrangementer, begivenheder, program, kalender
tour: rundvisning, rundvisninger, guidet tur, omvisning
lost: glemte sager, hittegods, tabt, glemt, mistet
cloakroom: garderobe, opbevaringsskab, skab, skabe
luggage: bagage, taske, rygsæk, kuffert
photo: foto, fotografere, fotografering, billeder, filme
borrow: låne, lån, udlån, lånetid
renew: forny, fornyelse, forlænge
fine: gebyr for sen aflevering, bøde, for sent, overskridelsesgebyr
room: værelse, værelser, overnatning
pool: svømmehal, svømmebad, svømme
waste: affald, skrald, renovation, genbrugsplads
`;
