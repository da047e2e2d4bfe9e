/** See `groups.ts` for the form. */
export const nb = `
admission: inngang, inngangspris, adgang, inngangsbillett, billettpris, entré
price: pris, priser, koster, kostnad, gebyr, avgift
ticket: billett, billetter, adgangsbillett
hours: åpningstider, åpent, åpningstid, åpner, åpen
closed: stengt, stenger, lukket, stengetid
holiday: helligdag, helligdager, røde dager, høytid
discount: rabatt, rabatter, redusert pris, honnør, moderasjon
free: gratis, fri entré, gratis inngang, uten betaling
child: barn, unge, sønn, datter, småbarn
baby: baby, spedbarn, babyer
family: familie, familier, familiebillett
senior: pensjonist, pensjonister, senior, eldre, honnør
student: student, studenter, studentbevis
pram: barnevogn, trille, barnevogner
disabled: rullestol, funksjonshemmede, tilgjengelighet, funksjonsnedsettelse, bevegelseshemmede, universell utforming
toilet: toalett, toaletter, wc, do
food: restaurant, kafé, kafe, kantine, mat, spise, måltid, lunsj, servering
breakfast: frokost, brunsj
parking: parkering, parkere, parkeringsplass, parkeringshus
charging: ladestasjon, elbil, lade bilen, ladeplass
station: jernbanestasjon, togstasjon, stasjon
bus: buss, trikk, t-bane, kollektivtransport, holdeplass
bicycle: sykkel, sykler, sykkelstativ, sykkelparkering
directions: veibeskrivelse, finn fram, hvordan komme hit, kjørerute
address: adresse, hvor ligger, beliggenhet
dog: hund, hunder, kjæledyr, dyr
wifi: wifi, wi-fi, internett, trådløst nett
phone: telefon, telefonnummer, ringe
email: e-post, epost, mail, e-postadresse
contact: kontakt, kontakte, kundeservice, kontaktskjema
newsletter: nyhetsbrev
voucher: gavekort, verdikort
delivery: levering, frakt, pakke, forsendelse, leveringstid, sende
return: retur, returnere, sende tilbake, bytte, returrett
refund: refusjon, pengene tilbake, tilbakebetaling
complaint: klage, reklamasjon, reklamere
warranty: garanti, reklamasjonsrett
repair: reparasjon, reparere
size: størrelse, størrelser, mål
pay: betaling, betale, betalingsmåter
card: kort, kredittkort, bankkort
cancel: avbestille, avlyse, si opp, oppsigelse, kansellere, avbestilling
membership: medlemskap, medlem, bli medlem, kontingent
booking: bestilling, reservere, reservasjon, booke
appointment: timebestilling, bestille time, avtale
doctor: lege, legekontor, fastlege, legesenter
job: jobb, ledige stillinger, karriere, stilling, jobbe hos oss
volunteer: frivillig, frivillige, dugnad
wedding: bryllup, vielse, gifte, vigsel
birthday: bursdag, barnebursdag, bursdagsfeiring
event: arrangement, arrangementer, program, kalender
tour: omvisning, omvisninger, guidet tur
lost: hittegods, mistet, glemt, gjenglemt, mista
cloakroom: garderobe, oppbevaringsskap, skap
luggage: bagasje, veske, ryggsekk, koffert
photo: foto, fotografere, fotografering, bilder, filme
borrow: låne, lån, utlån, lånetid
renew: fornye, forlenge, fornying
fine: gebyr for sein levering, bot, purregebyr, for sent
room: rom, dobbeltrom, overnatting
pool: svømmehall, svømmebasseng, svømme, basseng
waste: søppel, avfall, renovasjon, gjenvinning
`;
