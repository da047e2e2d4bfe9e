/** See `groups.ts` for the form. */
export const en = `
admission: admission, admission fee, admission price, entry, entry fee, entrance fee, entrance charge, ticket price, cost of entry
pay to get in, pay to enter, charged, charge, get in > admission, entry, entrance fee, ticket
price: price, cost, fee, charge, rate, tariff, how much
expensive, cheap, afford > price, cost, discount
ticket: ticket, admission ticket, entry ticket, day ticket, pass
buy tickets, get tickets, book tickets > ticket, tickets online, ticket office
box office, ticket office, ticket desk, ticket counter
annual ticket, annual pass, season ticket, season pass, yearly ticket, year pass, annual membership
hours: opening hours, opening times, business hours, hours of operation, office hours, visiting hours
open, when open, open until, open today, what time open, open late > opening hours, opening times, closed
close, closes, shut, shuts, closing time > closed, closing, opening hours, last admission
last entry, last admission, latest entry
closed: closed, shut, not open, closure
holiday: public holiday, bank holiday, national holiday
christmas, christmas eve, xmas, boxing day, festive season > 24 december, 25 december, 26 december, public holiday
new year, new year's day, new year's eve, new years day > 1 january, 31 december, public holiday
weekend > saturday, sunday
weekday, weekdays, during the week > monday, friday
discount: discount, concession, reduced, reduction, reduced price, concessionary, lower price
deal, bargain, special offer, promotion, promo, sale, offer
promo code, coupon code, discount code, voucher code, coupon
free: free, free of charge, no charge, without paying, complimentary, gratis, for nothing
child: child, children, kid, kids, youngster
under age, little ones, son, daughter, boy, girl, grandchild, grandson, granddaughter > child, children, kids
baby: baby, babies, infant, toddler, newborn
toddler, preschooler, pre-schooler > under 6, under 5, small children, child
nappy, diaper, baby changing, changing table, changing room for babies, change my baby
breastfeeding, nursing room, feeding room, breastfeed
teenager, teen, teens, adolescent, youth, young people
family: family, families, parents with children, family ticket
senior: senior, seniors, pensioner, pensioners, retired, retiree, elderly, over 65, 65 and over, old age pensioner, senior citizen
grandma, grandmother, grandpa, grandfather, granny, grandparents > seniors, pensioners, 65 and over
student: student, students, undergraduate, apprentice, trainee
student card, student id, student pass
adult, adults, grown-up, grown-ups
group, groups, group visit, party of
pram: pram, pushchair, stroller, buggy, baby carriage
disabled: disabled, disability, wheelchair, accessible, accessibility, barrier-free, step-free, reduced mobility, mobility impaired
walking stick, crutches, walker, rollator > wheelchair, accessible, accessibility, seats, lift
ramp, lift, elevator, step-free access
deaf, hard of hearing, hearing impaired, hearing aid, induction loop, hearing loop, sign language
blind, visually impaired, partially sighted, low vision, braille, sight loss
guide dog, assistance dog, service dog
autism, autistic, sensory, quiet hour, quiet time, calm time, quiet room, relaxed opening
noisy, loud, crowded, busy time, busiest > quiet hour, quiet, crowd
carer, caregiver, personal assistant, companion, accompanying person
stairs, steps, staircase
toilet: toilet, toilets, loo, restroom, bathroom, wc, lavatory, washroom, ladies, gents
disabled toilet, accessible toilet, loo for the disabled, disabled loo
food: restaurant, café, cafe, cafeteria, canteen, bistro, tea room, tearoom, coffee shop, place to eat, snack bar, catering
lunch, dinner, supper, meal, food, eat, hungry, bite to eat, snack > restaurant, café, meal, food, menu, lunch
coffee, tea, cake, drink, drinks, thirsty > café, cafeteria, tea room, coffee, drinks, bar
beer, wine, alcohol, cocktail > bar, drinks, wine, alcohol
breakfast: breakfast, brunch, morning meal
menu, dishes, food and drink, set menu
vegetarian, vegan, meatless, plant-based, meat-free
gluten, gluten-free, coeliac, celiac, allergy, allergic, allergen, allergens, intolerance
picnic, packed lunch, own food, bring food, sandwiches
takeaway, take away, takeout, to go, take-out
table, reserve a table, book a table, table reservation
parking: parking, car park, park my car, parking lot, parking space, parking garage, parking place
where to park, leave my car, parked > parking, car park
charging: electric car, electric vehicle, ev, e-car, charging point, charging points, charging station, charge my car, plug in
car: car, vehicle, automobile, drive, driving
petrol, gas station, petrol station, fuel
coach, coaches, tour bus, coach parking
station: station, railway station, train station, railroad station, central station
train, trains, rail, railway
bus: bus, tram, public transport, streetcar, underground, subway, metro
airport, plane, flight, fly
taxi, cab
bicycle: bicycle, bike, bikes, cycle, cycling, cyclist
bike rack, bicycle rack, bicycle stand, bicycle stands, cycle parking, rack for my bike
directions: directions, getting here, get there, get to you, how to get there, how to find us, route, arrival, getting there, find you
address: address, where are you, location, located, map, street
nearby, near, close to, walking distance, on foot, minutes' walk
dog: dog, dogs, pet, pets, puppy, animal
wifi: wifi, wi-fi, wireless, internet, internet access, wlan, hotspot
phone: phone, telephone, phone number, telephone number, call you, hotline, ring you
mobile, cell phone, cellphone, smartphone, mobile phone
email: email, e-mail, mail address, email address, write to you
contact: contact, get in touch, reach you, talk to someone, contact form, enquiry, enquiries
person, human, somebody, real person, customer service, support team, helpdesk, helpline > contact, customer service, phone
newsletter: newsletter, mailing list, email updates, news by email
unsubscribe, opt out, stop emails > newsletter, unsubscribe
social media, facebook, instagram, youtube, twitter
voucher: voucher, gift card, gift voucher, gift certificate, present card, gift token
gift, present, gift idea, souvenir
wrap, wrapping, gift wrap, gift wrapping
delivery: delivery, shipping, shipment, parcel, package, dispatch, postage, deliver, ship, send out
package arrive, arrive, when will it come > delivery time, delivery, working days, dispatch
abroad, overseas, international, foreign countries, other countries
track, tracking, tracking number, where is my order, track and trace
order: order, purchase, orders, ordered, buy
out of stock, sold out, in stock, available, availability
click and collect, pick up, collect, collection point, pick-up, pickup in store
return: return, returns, send back, bring back, take back, return policy, give back
exchange, swap, change for another size > return, exchange, returns
refund: refund, money back, reimbursement, refunded, reimburse, get my money
withdrawal, right of withdrawal, revoke, change my mind > return, withdrawal, refund
complaint: complaint, complain, unhappy, dissatisfied, problem with
broken, defective, faulty, damaged, does not work, doesn't work, not working
warranty: warranty, guarantee, guaranteed
repair: repair, fix, mend, repaired, servicing, maintenance
spare part, spare parts, replacement part, replacement parts
size: size, sizes, sizing, size chart, fit, measurements, dimensions
weight, heavy, weigh, kilos, kg
material, made of, fabric, ingredients, contains
wash, washing, clean, cleaning, care instructions
pay: pay, payment, payment method, paying, methods of payment, ways to pay
card: credit card, debit card, card payment, contactless, visa, mastercard, apple pay, google pay, pay by card
cash, cash payment, notes and coins, banknotes
atm, cash machine, cashpoint, withdraw money
instalments, installments, pay later, pay monthly, hire purchase
bank transfer, wire transfer, bank account, direct debit, standing order, iban
invoice: invoice, bill, receipt, proof of purchase
tax, vat, sales tax
cancel: cancel, cancellation, terminate, quit, end my contract, get out of, cancelled, stop my
membership: membership, member, members, become a member, join, joining
subscription, subscribe, annual subscription, contract, plan
member's fee, membership fee, subscription fee, dues
sign up, register, registration, enrol, enroll, enrolment, application form
account: account, log in, login, sign in, log on, user account
password, forgot my password, reset password, pin
booking: booking, book, reserve, reservation, make a reservation, booked
rebook, reschedule, postpone, change my booking, move my booking, change the date
appointment: appointment, make an appointment, see someone, time slot, slot
waiting list, wait list, waitlist, waiting time, queue, wait
doctor: doctor, gp, physician, surgery, medical practice, practice, clinic
surgery hours, consultation hours, consulting hours, doctor's hours
prescription, repeat prescription, medicine, medication, pills, drugs
sick note, sick certificate, fit note, certificate of incapacity
emergency, out of hours, urgent, at night, on-call, accident
vaccination, vaccine, jab, shot, flu shot, flu jab, immunisation, immunization
blood test, lab test, laboratory, test results
health insurance, insurance card, private patient, insured
dentist, toothache, tooth, teeth, dental
children's doctor, paediatrician, pediatrician
physio, physiotherapy, physical therapy, physiotherapist
pharmacy, chemist, drugstore
job: job, jobs, vacancy, vacancies, hiring, career, careers, work for you, job opening, recruitment, open position
apply, application, cv, résumé, apply for a job > vacancy, application, job, careers
internship, work experience, placement, intern
volunteer: volunteer, volunteering, help out, lend a hand, volunteers
salary, pay per hour, wage, wages, earnings
wedding: wedding, married, marriage, get married, civil ceremony, civil ceremonies, marry, marriages
birthday: birthday, birthday party, children's party, celebrate a birthday, birthday parties
hire: venue hire, room hire, hire a room, rent a room, private event, function room, host a party, celebrate
conference, meeting room, seminar room, company event, corporate event
event: event, events, what's on, programme, program, calendar
concert, gig, live music
exhibition, exhibit, on display, on show, on view
course, class, classes, lesson, lessons, workshop, training
tour: guided tour, tour, guide, guided visit, guided tours
audio guide, audioguide, headphones, earphones, headset
foreign language, other languages, which languages, speak english > languages, english, translation
lost: lost property, lost and found, lost, forgot, left behind, mislaid, forgotten, left my
scarf, umbrella, jacket, gloves, glasses, hat, keys, wallet > lost property, lost, found
cloakroom: cloakroom, coat check, locker, lockers, left luggage, store my bag, bag storage
luggage: luggage, suitcase, bag, bags, backpack, rucksack, baggage
photo: photo, photos, photography, take pictures, camera, pictures, filming, selfie, snap
journalist, journalists, reporter, media enquiries, press office, press
donate, donation, give money, support us, charity, sponsor
school: school, schools, class trip, school trip, field trip, pupils, school class
teacher, teachers, teaching staff, headteacher, principal, head teacher
school holidays, half-term, term dates, vacation, school break
after-school care, childcare, nursery, kindergarten, daycare, day nursery, crèche
homework, exam, exams, test
school lunch, school meals
borrow: borrow, lend, loan, loans, lending, check out, checked out, take out
due, due date, loan period, how long can I keep, keep a book, bring books back > loan period, due, return
renew: renew, renewal, extend, extension, prolong
fine: fine, fines, overdue, late fee, overdue charge, late return, too late
library card, reader's card, borrower card, reader card, library membership
ebook, e-book, ebooks, digital books, online library, audiobook
copy, copier, photocopy, printer, print, scanner, scan
reading room, study space, study, workplace, work on my laptop, quiet study
dvd, film, films, movie, movies, video
book, books, novel, title
hotel: hotel, guest house, bed and breakfast, accommodation, overnight stay, stay overnight, place to sleep, lodging
room: room, rooms, double room, single room, twin room
check in, check-in, arrive at the hotel, check-in time, earliest arrival
check out of the room, check-out, checkout time, leave the room, late checkout
cot, crib, extra bed, baby bed
towel, towels, bed linen, bedding, sheets
pool: swimming pool, pool, swim, swimming, baths
sauna, spa, wellness, massage
gym, fitness, workout, fitness room
air conditioning, air-conditioned, air con, ac, heating
smoking, smoke, smoker, cigarette, vape, non-smoking
club, association, society
training session, practice session, training times, training > training, sessions
trial lesson, trial class, taster session, try out, trial period, free trial, test period
church service, mass, worship, sunday service, service times
baptism, christening, baptise, baptize
funeral, burial, cemetery, graveyard
priest, pastor, vicar, minister, parish office, parish
town hall, city hall, council, municipality, local authority, citizens' office
id card, identity card, passport, travel document
move house, moved, change of address, register address, new address, moving
waste: rubbish, waste, garbage, trash, refuse, bin, recycling, recycling centre
building permit, planning permission, build a house
car registration, number plate, register a car, vehicle registration
driving licence, driver's license, driving license
birth certificate, marriage certificate, certificate
mayor, lord mayor, council leader
playground, play area, playroom, things for children
hazard, fire, police, lost child > emergency
cctv, camera surveillance, video surveillance, surveillance camera
privacy, data protection, personal data, gdpr, cookies
terms, terms and conditions, conditions, small print, rules
security, bag check, safety, weapons
weather, rain, rainy day, raining
how old, age, age limit, minimum age, years old
how long, duration, length, last, lasts
founded, established, history, since when, how long has it existed, began
owner, director, manager, head, boss, in charge, who runs
who made, maker, artist, author, built by, created by
clock, timepiece, watch
lobby, foyer, hall, entrance hall
big, large, huge > large, great, big
small, tiny, little
software, app, application, programme, program
deep, how deep > depth
tall, high, how high, how tall > height
wide, how wide > width
warm, hot, cold, how warm, how cold > temperature, degrees
heavy, how heavy > weight, kg
money off, student discount, save money, cheaper > discount, concession, concessions, reduced, reduction
rent, hire, hire out, renting > hire, rental, rent, lend, borrow, loan
online, from home, at home, remotely, video call, virtual > online, webinar, livestream
alone, on my own, unaccompanied, by himself, by herself, without an adult, without a parent > alone, unaccompanied, accompanied by an adult
mum, mom, mother, dad, father, parent > parents, adult
spanish, french, german, italian, chinese, japanese, polish, arabic, portuguese, dutch, russian, turkish > languages, other languages, foreign languages
storm, stormy, thunderstorm, windy, snow, bad weather > weather, thunderstorms, storm, wind, rain, ice
grumble, moan, complain, criticism, praise > complaint, complaints, feedback
stolen, theft, robbed, valuables > stolen, theft, liability, valuables
injured, hurt, first aid, accident, defibrillator > first aid, accident, emergency
late, too late, running late, delayed > late, delay
missed, miss a class, catch up > missed
cancelled, called off, fall through, not enough people > cancelled, does not take place, minimum number
certificate, proof, attendance certificate, confirmation of attendance
beginner, beginners, newcomer, no experience, novice
advanced, intermediate, improvers
water fountain, drinking water, tap water
power socket, charge my phone, plug socket, electric socket > socket, sockets, power
seat, seats, sit down, bench, chairs
pregnant, pregnancy, expecting
swimsuit, swimming costume, swimming trunks, bikini, swimwear, bathing suit
inflatable, inflatables, lilo, airbed, air mattress, floats, pool toys
hairdryer, hair dryer, blow-dry, dry my hair
shower, showers, wash myself
changing room, changing rooms, cubicle, get changed
undress, naked, nude > swimwear, clothing
install, installation, set up, setup, setting up
update, upgrade, new version, latest version
download, downloads, get the app
crash, bug, error, error message, problem
backup, back up, restore, recover
system requirements, operating system, compatible, compatibility, windows, mac
manual, instructions, user guide, guide, documentation, how to use
licence, license, licence key, activation
export, import, transfer data
delete my account, close my account, remove my data
set me back, set us back, shell out, fork out, what's the damage > price, cost, fee, charge
seven days, for seven days > week, weekly
fourteen days, two weeks, fortnight
all day, whole day, full day, day rate
half a day, half day, morning or afternoon
once a year, every year, a year > yearly, annual, annually, per year
deposit, security deposit, down payment, advance payment, prepayment
spread the cost, pay in parts, pay bit by bit, pay over time, financing, finance > instalments, installments, monthly payments, payment plan
change, small change, coins > cash, coins
tip, tips, gratuity, service charge
price list, list of prices, fees, price table, rates > prices, fees, charges
hidden costs, extra cost, additional charge > surcharge, supplement, additional
estimate, quote, quotation, cost estimate, free quote
cheapest, lowest price, least expensive, budget > from, price, basic, cheapest
loyalty, loyalty card, bonus points, reward points, stamp card
low income, unemployed, on benefits, out of work, jobseeker, universal credit > reduced, concession, unemployed, jobseekers
grant, bursary, scholarship, financial help, financial support, can't afford, cannot afford > bursary, scholarship, grant, reduced, financial support
get my cash back, cash back, want my money, money returned > refund, refunded, cancelled free of charge
can't come, cannot come, can't make it, can't be there, unable to attend, not able to come, something came up > cancel, cancellation, cancelled, rebook
no-show, not turn up, don't turn up, don't show up, forget my appointment > no-show, missed appointment, cancellation
quit, leave the club, give up my membership, get out, end my membership, no longer want > cancel, cancellation, terminate, notice, notice period
notice, notice period, period of notice
valid, expire, expires, expiry, run out, use by, good for how long > valid, validity, expire, expiry
transfer my ticket, give my ticket, somebody else, someone else, pass it on > transfer, transferable, send somebody else
proof, show, papers, documents, paperwork, need to bring, bring with me > photo id, id, passport, documents, proof, bring
id, photo id, identification, identity card, ID document
nick, nicks, nicked, pinched, pinch, swiped, thief, burglar > stolen, theft
insurance, insured, cover, covered, liability, who pays for damage
lock, padlock, lock up, secure
satellite, satellites, spy, spying, tracked, tracker, gps > gps, tracker, trackers, location, privacy
know about me, do you store, my data, data about me > privacy, personal data, stored, privacy notice
drop off, drop it off, bring to my house, bring it to us, bring to my hotel, bring to our cottage, to my door > deliver, delivery, delivered, bring
from my house, pick me up, collect from home, fetch, come and get, come to my house, come to us > collect, collection, pick up, home visit, call-out
one way, one-way, leave it somewhere else, return elsewhere, different place > one way, another branch, drop-off
part exchange, trade in, trade-in, take my old one, old one off me > part exchange, trade in, old, second-hand
second-hand, second hand, used, pre-owned, preloved, pre-loved, refurbished
used before, ridden before, driven before, worn before, not new > used, second-hand
new one, brand new, newest, latest model > new
grown out of, outgrown, too small now > exchange, next size, swap
check-up, checkup, check over, look over, once-over, inspection, mot, health check, service
puncture, flat tyre, flat tire, tyre, tire
pump up, air in my tyres, inflate, blow up my tyres > pump, air
stopped working, won't start, won't turn on, conked out, packed up, bust, kaput, dead > broken, fault, defective, repair
breakdown, break down, broke down, stuck on the way, stranded > breakdown, call-out, recovery, puncture
how soon, ready, when can I collect, when will it be ready, be done > ready, working days, collect
same day, straight away, on the spot, while I wait, right away, without appointment, walk in, walk-in, drop in, drop-in, just turn up > without an appointment, no appointment, drop-in, walk-in
turn up, just come, show up, spontaneous, on spec, unannounced > without booking, no booking, reserve, booking, drop-in
book ahead, in advance, beforehand, ahead of time > advance, reserve, booking
last minute, short notice, at short notice
how early, how many days ahead, how long before > in advance, before, ahead, days
change the time, another time, different day, another day, move it > rebook, reschedule, change, postpone
private lesson, one to one, one-to-one, individual lesson, single lesson, private tuition
colleagues, coworkers, team building, day out, works outing, company outing, staff party, away day > groups, companies, team, group, corporate
stag do, hen do, stag night, hen night, hen party, bachelor party > groups, parties, private event
school group, scouts, youth group, with my class, bring a class > groups, schools, school classes
how many people, how many of us, maximum, up to how many, capacity, fit in, room for > people, persons, places, seats, maximum, capacity
too many people, full, fully booked, any spaces left, places left, still room > fully booked, places, waiting list
husband, wife, partner, spouse, girlfriend, boyfriend, friend, mate > partner, companion, guest, second person, accompany
bring a friend, guest, plus one, take someone along > guest, companion, accompany
passenger, sit on the back, pillion, take a passenger > passenger, second person, two people
toddler, two-year-old, three-year-old, tot, tots, wee one, little one > children, small children, age of 2, years
bump, mum-to-be, expecting a baby, antenatal, midwife > pregnant, pregnancy, maternity
grandparent, old people, older people, over 60, golden agers > seniors, older people, pensioners
wheelchair user, wheel chair, mobility scooter, electric wheelchair > wheelchair, accessible, step-free, level access
blue badge, disabled parking, parking for the disabled > disabled parking, accessible parking, parking
animal products, no meat, don't eat meat, meat free > vegan, vegetarian
without wheat, no wheat, wheat-free, flour > gluten-free, gluten, wheat
nuts, peanut, peanuts, nut-free, milk, lactose, lactose-free, dairy, dairy-free > allergies, allergens, nuts, milk
high chair, highchair, booster seat, kids menu, children's menu, children's portion
cake, cakes, pastry, pastries, dessert, something sweet, pudding, muffin
hot food, warm meal, hot meal, cooked food, kitchen closes > hot food, kitchen, lunch, meals
refill, water bottle, fill my bottle, thirsty > drinking water, water, tap water
by public transport, without a car, don't drive, no car > bus, train, station, stop
which bus, what bus, nearest stop, bus stop, tram stop, closest station > stop, line, station, bus
nearest, closest, next to you, round the corner, around the corner > near, minutes, walk
walk, walk from, on foot, footpath, by foot > walk, walking, on foot
sat nav, satnav, postcode, zip code, google maps, coordinates > address, postcode
entrance, way in, front door, which door, back door
motorway exit, junction, motorhome, campervan, caravan, trailer > parking, motorway, by car
leave my things, leave my stuff, put my things, belongings, valuables > lockers, locker, cloakroom, storage, valuables
who do i write to, who do I ask, who is responsible, who can help, who deals with, whom do I contact > contact, responsible, e-mail, telephone
not happy, unsatisfied, fed up, angry, rude, bad experience, let down > complaint, complaints, feedback
speak to the boss, talk to the manager, who is the boss, head of > manager, owner, director, head
suggest, suggestion, idea, feedback, review, tell you what I think
report, report a problem, let you know about, tell somebody > report, contact, telephone
opening, opened, new branch, other branch, other locations, second shop, branches
evening, evenings, after work, late night, in the evening, after six > evening, until, late, opening hours
early morning, first thing, before work, crack of dawn > from, morning, opening hours
school holidays, summer holidays, half term, easter holidays, in the holidays > school holidays, holidays
all year round, off season > season, all year, winter
get a job, summer job, student job, weekend job, saturday job, part-time, part time, mini job, earn money > vacancy, jobs, help, work with us, part-time
apprenticeship, trainee, learn the trade, training place > apprenticeship, apprentices, training
learn, teach me, be taught, get better at, pick up the basics > course, lessons, class, training, beginners
level, placement test, which class is right > level, beginners, advanced
sign up, put my name down, get a place, secure a place, enlist > registration, booking, apply, enrol, sign up
what to wear, dress code, clothes, clothing, shoes, trainers, footwear, outfit
protective gear, helmet, protection, safety gear, vest > helmet, protection, safety
ill, sick, poorly, unwell, cold, flu, fever, infectious > illness, sick, ill, absence
off sick, absent, absence, miss school, call in sick > absence, report sick, sick
hurts, pain, painful, ache, aching, sore > pain, emergency, treatment
scared, afraid, nervous, anxious, phobia, fear > anxious, anxiety, nervous, fear
needle, injection, jabs, anaesthetic, sedation, put to sleep, numb > anaesthetic, sedation, injection
dentures, false teeth, crown, filling, braces, root canal, extraction, pull a tooth > treatment, dentures, crown, filling
contact lenses, eye test, spectacles, optician
haircut, trim, hairdresser, barber
vet, veterinary, veterinarian
new patient, take on patients, taking new patients, accept patients, register with a doctor > new patients, register, registration
referral, refer, specialist, consultant
home visit, house call, can't leave the house, housebound > home visit, home visits
test results, findings, report back > results
moving in, move in, new tenant, rent a flat, apartment, flat, landlord, tenancy, tenant
get rid of, throw away, throw out, dispose of, dump, chuck out, bin it > disposal, waste, recycling, collection
bulky, sofa, mattress, old furniture, wardrobe, couch > bulky waste, furniture, collection
old fridge, washing machine, tv, electrical, electronics, batteries, light bulbs, appliance > electrical appliances, electrical waste, batteries
garden waste, leaves, grass cuttings, hedge clippings, branches, green waste, compost
bin day, bin collection, dustbin, dustmen, bin men, emptied, pickup day > collection, collection calendar, bins
potholes, street lamp, streetlight, graffiti, fly tipping, dumped rubbish > report, defect, damage
vote, election, ballot, polling station, postal vote
tax office, council tax, business rates, dog tax, licence fee > tax, fee
child benefit, parental leave, maternity leave, housing benefit > benefit, allowance
notary, lawyer, solicitor, legal advice, attorney
locked out, can't log in, cannot log in, can't get in, login doesn't work > log in, password, account, reset
hacked, scam, phishing, suspicious email, fraud > security, fraud
two-factor, verification code, authenticator, sms code, otp
slow, freezes, hangs, won't load, not loading > error, problem, troubleshooting
offline, without internet, no internet, no signal, without connection
free version, try for free, demo, demo version > free trial, trial, free plan
upgrade my plan, downgrade, switch plan, change plan > plan, upgrade, subscription
customise, customize, personalise, engrave, own design, made to measure, bespoke, tailor-made
handmade, homemade, home-made, hand-made, made by hand
outside, outdoors, open air, in the open > outdoor, outdoors, terrace, garden
indoors, inside, under cover, covered, roof > indoor, indoors, inside, covered
half board, full board, all inclusive, meals included
`;
