/** See `groups.ts` for the form. */
export const fr = `
admission: entrée, droit d'entrée, prix d'entrée, billet d'entrée, tarif d'entrée, accès
price: prix, tarif, tarifs, coût, coûte, c'est combien, combien est-ce, combien pour, frais, payant
cher, pas cher, trop cher, moins cher > prix, tarif, réduction
ticket: billet, billets, ticket, tickets, place, titre d'entrée
billetterie, guichet, caisse, point de vente
abonnement annuel, carte annuelle, pass annuel, carte d'abonnement
hours: horaires, heures d'ouverture, horaires d'ouverture, ouvert, ouverture, jours d'ouverture
ouvre, ouvrez, fermez, à quelle heure > horaires, ouverture, fermeture
closed: fermé, fermée, fermeture, fermetures, jour de fermeture
dernière entrée, dernière admission
holiday: jour férié, jours fériés, férié
noël, réveillon > 24 décembre, 25 décembre, jours fériés
nouvel an, jour de l'an, saint-sylvestre > 1er janvier, 31 décembre, jours fériés
week-end, weekend > samedi, dimanche
discount: réduction, réduit, tarif réduit, remise, rabais, ristourne, demi-tarif, moitié prix
promotion, promo, soldes, offre, bon plan
free: gratuit, gratuite, gratuitement, gratuité, sans payer, entrée libre
child: enfant, enfants, gamin, petit, fils, fille
baby: bébé, bébés, nourrisson, tout-petit, tout-petits, bambin
table à langer, change bébé, couche, couches
adolescent, ado, ados, jeunes
family: famille, familles, familial, parents
senior: senior, seniors, retraité, retraités, personnes âgées, plus de 65 ans, troisième âge
student: étudiant, étudiants, étudiante, apprenti, carte étudiant, apprentis
groupe, groupes, en groupe
pram: poussette, poussettes, landau
disabled: handicapé, handicap, fauteuil roulant, accessible, accessibilité, pmr, mobilité réduite, personnes handicapées
ascenseur, rampe, monte-charge
chien guide, chien d'assistance
sourd, malentendant, langue des signes, boucle magnétique
aveugle, malvoyant, braille
toilet: toilettes, wc, sanitaires, petit coin
food: restaurant, café, cafétéria, cantine, brasserie, bistrot, restauration, snack
repas, manger, déjeuner, dîner, faim > restaurant, café, repas, menu
boire, boisson, boissons, thé, gâteau > café, boissons
breakfast: petit déjeuner, petit-déjeuner, brunch
menu, carte du restaurant, plats
végétarien, végane, vegan, sans viande
allergie, allergies, allergène, allergènes, sans gluten, intolérance, allergique, cœliaque
pique-nique, pique-niquer, nourriture, panier-repas, casse-croûte
parking: parking, stationnement, se garer, garer, place de stationnement, stationner
charging: borne de recharge, bornes de recharge, voiture électrique, recharger, véhicule électrique
car: voiture, véhicule, auto
station: gare, gare sncf, gare ferroviaire
train, trains, tgv, rer
bus: bus, tramway, tram, métro, transports en commun, transport public, autobus
vélo électrique, borne vélo > vélo
bicycle: vélo, vélos, bicyclette, cyclable, range-vélos
directions: accès, itinéraire, venir, comment venir, se rendre, plan d'accès, comment y aller, arriver, comment arriver
address: adresse, localisation, où êtes-vous, situé
dog: chien, chiens, animal, animaux, animal de compagnie
wifi: wifi, wi-fi, internet, connexion internet
phone: téléphone, numéro de téléphone, appeler, joindre par téléphone, tél
portable, mobile, smartphone
email: e-mail, email, courriel, mail, adresse mail, adresse électronique
contact: contact, contacter, joindre, nous écrire, coordonnées, contactez
conseiller, service client, assistance > contact, service client
newsletter: newsletter, lettre d'information, infolettre, bulletin
désabonner, désinscrire, se désinscrire
voucher: chèque-cadeau, bon cadeau, carte cadeau, bons cadeaux, chèque cadeau, chèques-cadeaux, cartes cadeaux
cadeau, cadeaux, souvenir, souvenirs
delivery: livraison, expédition, livrer, colis, envoi, frais de port, délai de livraison, expédier, livrez, être livré, expédié, expédiez
colis arrive, commande arrive, arrive mon colis, quand vais-je recevoir, reçois > délai de livraison, livraison
étranger, international > étranger, livraison
suivi, suivre mon colis, numéro de suivi, où est ma commande
order: commande, commander, achat, acheter, achète, achetez
rupture de stock, en stock, disponible, disponibilité
retrait en magasin, retirer, click and collect, click & collect, retrait sur place, retrait
return: retour, retourner, renvoyer, rendre, échange, échanger, renvoie, retourné
refund: remboursement, rembourser, remboursé, récupérer mon argent, être remboursé
rétractation, droit de rétractation, délai de rétractation
complaint: réclamation, plainte, mécontent, réclamer
cassé, défectueux, abîmé, en panne, ne fonctionne pas, ne marche pas, cassée, défaut, endommagé
warranty: garantie, garanti
repair: réparation, réparer, dépannage, entretien, réparé, réparateur
pièce détachée, pièces détachées, pièce de rechange
size: taille, tailles, guide des tailles, dimensions, pointure
pay: paiement, payer, régler, règlement, moyens de paiement, mode de paiement, paie, payez, je paye
card: carte bancaire, carte bleue, carte de crédit, cb, sans contact
espèces, liquide, argent liquide
virement, prélèvement, iban, rib
invoice: facture, reçu, justificatif, ticket de caisse, reçus, note de frais
cancel: annuler, annulation, résilier, résiliation, mettre fin, annulé, résilié
membership: adhésion, adhérent, adhérents, adhérer, membre, devenir membre, adhère
cotisation, cotisations, frais d'adhésion
abonnement, abonner, s'abonner, contrat, abonné
inscription, s'inscrire, inscrire, enregistrement, bulletin d'inscription, inscrit, inscris, inscrivez, s'enregistrer
account: compte, se connecter, connexion, identifiant, me connecter, espace client, espace personnel, espace adhérent, connecté, nom d'utilisateur
mot de passe, mot de passe oublié, mdp, code d'accès, réinitialiser
booking: réservation, réserver, réservé, réservez
reporter, modifier ma réservation, changer la date, déplacer
appointment: rendez-vous, prendre rendez-vous, rdv, créneau
liste d'attente, file d'attente, attente, queue
doctor: médecin, docteur, cabinet médical, généraliste, cabinet, toubib, médecin traitant, médecin généraliste
consultation, consultations, heures de consultation
ordonnance, renouvellement d'ordonnance, médicament, médicaments
urgence, urgences, de garde, garde médicale
vaccin, vaccination, vacciner
carte vitale, mutuelle, sécurité sociale, assurance maladie, la sécu, carte de mutuelle
arrêt maladie, arrêt de travail, certificat médical
dentiste, chirurgien-dentiste, cabinet dentaire, dents, mal aux dents
pharmacie, pharmacien, officine
job: emploi, emplois, travail, recrutement, offre d'emploi, offres d'emploi, travailler chez, carrière, poste à pourvoir, embauche, embauchez, recrute, recrutez, boulot, travailler chez vous
candidature, postuler, cv > offres d'emploi, recrutement, candidature
stage, stagiaire, alternance, apprentissage, alternant, apprenti, apprentis
volunteer: bénévole, bénévoles, bénévolat, volontaire
wedding: mariage, se marier, marier, noces, cérémonie civile
birthday: anniversaire, anniversaires, fêter un anniversaire, goûter d'anniversaire
hire: location de salle, louer une salle, privatisation, privatiser, louer, salle des fêtes, salle à louer, salle polyvalente
event: événement, événements, évènement, manifestation, agenda, programme
exposition, expositions, expo, exposé
cours, atelier, ateliers, stage de formation, formation
tour: visite guidée, visite, visites, guide, visites guidées
audioguide, écouteurs, casque
lost: objets trouvés, objet perdu, perdu, oublié, égaré
écharpe, parapluie, veste, gants, lunettes, clés, portefeuille > objets trouvés
cloakroom: vestiaire, consigne, casier, casiers
luggage: bagage, bagages, valise, sac, sac à dos
photo: photo, photos, photographier, photographie, appareil photo, filmer
journaliste, presse, service de presse, médias
don, dons, faire un don, soutenir, mécénat
school: école, scolaire, scolaires, classe, sortie scolaire
professeur, enseignant, enseignants, instituteur, directeur d'école, prof, maîtresse
vacances, vacances scolaires, congés
crèche, garderie, halte-garderie, garde d'enfants, périscolaire, mode de garde
cantine scolaire, restauration scolaire
borrow: emprunter, emprunt, prêt, prêter, durée de prêt
renew: prolonger, prolongation, renouveler, renouvellement, prolonge, renouvelle, renouvelé
fine: amende, retard, pénalité, pénalités, en retard
carte de lecteur, carte de bibliothèque, carte d'emprunteur
bibliothèque, médiathèque
livre numérique, livres numériques, ebook
imprimer, impression, imprimante, photocopie, photocopieur, photocopier, imprimé, scanner un document
hotel: hôtel, hébergement, chambre d'hôtes, nuitée, dormir, gîte
room: chambre, chambres, chambre double
arrivée à l'hôtel, check-in, enregistrement à l'hôtel
check-out, heure de départ, libérer la chambre
lit bébé, lit supplémentaire
pool: piscine, nager, natation, baignade
sauna, spa, bien-être, massage
climatisation, climatisé, chauffage
fumer, fumeur, cigarette, non-fumeur, vapoter, cigarette électronique, tabac
club, association
entraînement, entraînements, entraîner, s'entraîner
essai, cours d'essai, séance d'essai, essayer
messe, culte, office, église
baptême, baptiser
obsèques, enterrement, funérailles, cimetière
curé, prêtre, pasteur, paroisse, abbé
mairie, hôtel de ville, commune, municipalité, maison communale, administration communale
carte d'identité, passeport, pièce d'identité, papiers d'identité, cni
déménagement, déménager, changement d'adresse, déménagé, nouvelle adresse
waste: déchets, poubelle, poubelles, ordures, collecte des déchets, déchetterie, encombrants, recyclage, recycler, détritus, ordures ménagères
permis de construire, urbanisme
carte grise, immatriculation
acte de naissance, extrait de naissance
maire, élu
aire de jeux, espace enfants
données personnelles, confidentialité, vie privée, rgpd
conditions générales, cgv, règlement intérieur
âge minimum, à partir de quel âge, limite d'âge
durée, dure, combien de temps
logiciel, application, appli
installer, installation, configurer
mise à jour, mettre à jour, nouvelle version
télécharger, téléchargement
erreur, bug, message d'erreur, plantage
mode d'emploi, notice, manuel, documentation
plusieurs fois, échelonner, étaler, mensualité > paiement en plusieurs fois, échelonné, mensualités
ticket restaurant, titre-restaurant
caution, dépôt de garantie
devis, estimation, chiffrage
tva, ttc, hors taxes
distributeur de billets, retirer de l'argent, retrait d'argent, dab
supplément, frais supplémentaires, surcoût
aide financière, subvention, coup de pouce financier
chômeur, chômeuse, au chômage, sans emploi, demandeur d'emploi
petit budget, faibles revenus, bas revenus, peu d'argent, minima sociaux, rsa > tarif réduit, quotient familial, tarif solidaire, demandeurs d'emploi
code promo, code de réduction, code promotionnel, bon de réduction
fidélité, carte de fidélité, points de fidélité, programme de fidélité
décommander, désister, désistement, empêchement, ne peux plus venir > annulation, annuler
point relais, relais colis, point de retrait
pas reçu, jamais reçu, jamais arrivé, colis perdu > livraison, colis, suivi, réclamation
à domicile, chez moi, chez soi, à la maison
magasin, boutique, commerce
vendez, vendre, vente, en vente, vendu
ingrédients, composition
sav, service après-vente, après-vente
retouche, ourlet, couturière, couture
carte perdue, perdu ma carte, remplacer ma carte, duplicata > perte, duplicata, remplacement, nouvelle carte
arrêter mon abonnement, désabonnement, quitter l'association, quitter le club, fin de contrat > résiliation, résilier, préavis
préavis, délai de préavis, délai de résiliation
tacite reconduction, renouvellement automatique, reconduction, reconduit
non-membre, non-adhérent
bac, poubelle, poubelles, conteneur, container
déchetterie, déchèterie, parc à conteneurs, centre d'apport
gros objets, vieux meubles, canapé, matelas, armoire, débarras > encombrants
ressourcerie, recyclerie, réemploi
bac jaune, poubelle jaune, sac jaune, tri sélectif, emballages recyclables
jeter, débarrasser, balancer > déposer, jeter, débarrasser
bouteilles en verre, bouteille en verre, bocaux, bocal > verre, borne à verre, conteneur à verre
épluchures, restes de repas, restes alimentaires > biodéchets, déchets alimentaires, compost
déchets verts, tonte, herbe coupée, branchages, feuilles mortes, végétaux
pile, ampoule, néon > piles, ampoules, déchetterie, déchèterie, point de collecte
électroménager, frigo, réfrigérateur, machine à laver, télé, téléviseur > électroménager, appareils électriques, déchetterie, déchèterie
pot de peinture, restes de peinture, solvant, produits chimiques, huile de vidange > déchets dangereux, produits dangereux, déchetterie, déchèterie
gravats, déblais, tuiles, démolition
vieux vêtements, vieux habits, vêtements usagés, textiles usagés > textiles, vêtements
médicaments périmés, vieux médicaments > pharmacie, médicaments
ramassage, ramassé, collecte, éboueurs, camion poubelle
sortir la poubelle, sortir les poubelles, sortir mon bac, sortir ma poubelle > jours de collecte, collecte, la veille
poubelle cassée, poubelle volée, bac cassé, bac abîmé > remplacement, réparation
taxe poubelle, teom, taxe d'enlèvement, redevance incitative, redevance
dépôt sauvage, décharge sauvage
nouveau patient, nouveaux patients, premier rendez-vous
pédiatre, médecin pour enfants
gynécologue, gynéco
enceinte, grossesse, femme enceinte
accoucher, accouchement, maternité, sage-femme
kiné, kinésithérapeute, kinésithérapie, rééducation
ophtalmo, ophtalmologue, ophtalmologiste
psy, dépression, déprime > psychologue, psychiatre, psychothérapie
infirmier, soins infirmiers, pansement
prise de sang, analyse de sang, bilan sanguin, laboratoire d'analyses
résultats d'analyses, mes résultats > résultats
radiographie, échographie, irm > imagerie, radiologie, radiographie
tiers payant, avancer les frais, avance de frais
carie, couronne, implant, rage de dents > dentiste, soins dentaires, dentaire
détartrage, nettoyage des dents
vétérinaire, véto, clinique vétérinaire
stériliser, stérilisation, castrer, castration
téléconsultation, consultation à distance, consultation vidéo
hôpital, hospitalisation, hospitalisé, clinique
samu, ambulance, pompiers > urgence, urgences, 15, 112
visiter un malade, visiter un patient, heures de visite, rendre visite > visites, heures de visite
opération, opérer, chirurgie, intervention chirurgicale
maison de retraite, ehpad, résidence pour personnes âgées, maison de repos
aide à domicile, aide ménagère, auxiliaire de vie, maintien à domicile
élève, écolier
absent, absence
emploi du temps, planning, horaires des cours
réunion parents-professeurs, réunion de parents, rencontre parents-professeurs
fournitures, fournitures scolaires, liste de fournitures
faire ses devoirs, aide aux devoirs, soutien scolaire
car scolaire, bus scolaire, ramassage scolaire, transport scolaire
centre de loisirs, centre aéré, accueil de loisirs
nounou, nourrice, assistante maternelle, assistant maternel
rentrée, rentrée scolaire, début de l'année scolaire
à la fac, université, campus
bourse, boursier
résidence universitaire, cité universitaire, chambre étudiante, logement étudiant
débutant, novice, initiation, sans expérience
formateur, formatrice, animateur, animatrice, moniteur, monitrice, intervenant
cours de français, apprendre le français, fle, alphabétisation
financer, financement, prise en charge, cpf
attestation, certificat
en ligne, par internet, sur internet, à distance, dématérialisé
cours manqué, séance manquée, rattraper, rattrapage
papiers à fournir, pièces à fournir, documents à fournir, quels papiers, documents nécessaires, justificatifs
formulaire, papiers à remplir, dossier
titre de séjour, carte de séjour, permis de séjour
naturalisation, nationalité, devenir français, nationalité française
décès, décédé, mort, mourir, acte de décès
déclarer une naissance, déclarer mon bébé > naissance, déclaration de naissance, état civil
pacs, se pacser, pacser
voter, vote, élection, bureau de vote, liste électorale
impôt, taxe foncière, trésor public, fisc
permis de conduire, permis voiture
abri de jardin, clôture, véranda, agrandir ma maison, agrandissement, façade > permis de construire, déclaration préalable, urbanisme
nid-de-poule, trottoir, lampadaire, route abîmée, éclairage public > voirie, signaler, éclairage public, services techniques
bruit, tapage, voisins bruyants, nuisances sonores, bruyant
chien perdu, chat perdu, chien errant > fourrière, animaux errants, refuge
voiture enlevée, enlèvement de véhicule, fourrière
autorisé, interdit, interdiction, défendu
assistante sociale, aide sociale, ccas, service social, action sociale
logement social, hlm, logements sociaux
secrétariat, accueil, standard, réception
vide-grenier, brocante, marché aux puces
police, police municipale, gendarmerie, commissariat
match, compétition, tournoi, championnat
tenue, équipement, comment s'habiller, quoi porter, tenue de sport
entraîneur, coach
salle de sport, fitness, musculation, muscu
douche, se changer > vestiaires, douches, cabines
maillot de bain, short de bain, bonnet de bain, slip de bain, bermuda
apprendre à nager, cours de natation, leçons de natation, école de natation
randonnée, marcher, balade, promenade, sentier
appartement de vacances, location de vacances, gîte, gîtes, meublé de tourisme
camping, camper, tente, caravane
arriver tard, arrivée tardive, arriver dans la nuit
boîte à clés, remise des clés, récupérer les clés
ménage, frais de ménage, nettoyage
draps, serviettes, linge de lit, linge de toilette
navette, transfert, navette aéroport
lave-linge, laverie, buanderie, laver mon linge
à emporter, emporter, vente à emporter, plats à emporter
chaise haute, siège enfant, siège bébé, rehausseur
menu enfant, plat enfant, repas enfant
terrasse, manger dehors, en extérieur
vin, bière, cocktail, alcool, apéro > boissons, bar, vins, bières
livre, bouquin, ouvrage
bd, bande dessinée, manga
rendre un livre, rendre les livres, ramener, rapporter, restituer > retour, rendre, restitution, boîte de retour
jeu de société, jeux de société, ludothèque
journal, journaux, revue, magazine
heure du conte, lecture pour enfants, lecture de contes
livre perdu, perdu un livre, livre abîmé > perte, perdu, détérioré, remplacement
ordinateur, pc, poste informatique
salle de lecture, salle d'étude, espace de travail, travailler sur place
communion, première communion, catéchisme, caté, profession de foi
intention de messe, offrir une messe, faire dire une messe
chorale, chœur, chanter
garage, garagiste, mécanicien
vidange, révision, entretien de la voiture
contrôle technique, contre-visite
pneu, crevaison, pneumatiques, roue crevée
pare-brise, bris de glace, vitre cassée
carrosserie, rayure, bosse, carrossier, tôlerie
voiture de prêt, véhicule de prêt, voiture de remplacement, véhicule de remplacement
remorquage, dépanneuse, remorquer, ne démarre plus, ne démarre pas > dépannage, remorquage, assistance
essence, carburant, diesel, gasoil, station-service
coiffeur, coiffeuse, salon de coiffure, coiffure
coupe de cheveux, couper les cheveux, coupe homme, coupe femme
coloration, teinture, mèches, balayage
esthéticienne, institut de beauté, épilation, soin du visage
fuite, robinet, évier bouché, toilettes bouchées, débouchage > plombier, plomberie, dépannage
chaudière, chauffagiste, pompe à chaleur
toit, toiture, couvreur, gouttière
serrurier, serrure, verrou, porte claquée
haie, pelouse, gazon, tailler, tondre > jardinier, paysagiste, espaces verts, entretien
vous déplacez-vous, zone d'intervention, secteur d'intervention, rayon d'action
supprimer mon compte, fermer mon compte, clôturer mon compte, effacer mon compte > suppression du compte, supprimer, compte
compte bloqué, ne peux plus me connecter, impossible de me connecter, accès refusé > connexion, identifiant, mot de passe
piraté, pirater, arnaque, hameçonnage, phishing
sauvegarde, sauvegarder, restaurer
configuration requise, compatible, compatibilité, système d'exploitation
licence, clé de licence, clé d'activation
essai gratuit, période d'essai, version d'essai
concert, musique live
spectacle, pièce de théâtre, représentation
place assise, assis, asseoir, s'asseoir
commence, commencer, début, démarre
finit, fin, termine, terminer, se terminer
pluie, il pleut, mauvais temps, intempéries, météo, orage
que faire, activités, loisirs > agenda, activités, programme
cinéma, film, projection
aéroport, avion
louer un vélo, location de vélo, vélos en libre-service
place handicapée, place pmr, stationnement handicapé
contravention, pv, procès-verbal, verbalisé
horodateur, parcmètre, stationnement payant, zone bleue
carte de résident, stationnement résidentiel, stationnement résident
à proximité, près d'ici, tout près, à pied, aux environs
salaire, rémunération, fiche de paie, combien gagne
coup de main, donner de son temps, prêter main-forte > bénévole, bénévolat, bénévoles
canne, béquilles, déambulateur, marcher difficilement > mobilité réduite, fauteuil roulant, accessible, ascenseur
autisme, autiste, heure calme, heure silencieuse
escalier, monter les marches
accompagnateur, accompagnant, aidant
papi, mamie, papy, grand-père, grand-mère, grands-parents > seniors, retraités
papa, maman, père, mère > parents, parent, adulte
tout seul, non accompagné, sans adulte > accompagné, adulte, non accompagné
autorisation parentale, accord des parents, signature des parents
allaiter, allaitement
faire garder mon chien, faire garder mon chat, pension canine, pension pour chien > pension, garde
volé, on m'a volé > vol, plainte, vol et perte
râler, pas content, insatisfait, mécontente > réclamation, réclamations, plainte
mes données, effacer mes données, droit à l'oubli > données personnelles, droit d'accès, suppression
vidéosurveillance, caméra, vidéoprotection
entre midi et deux, pause de midi, à midi, pause déjeuner
prise électrique, charger mon téléphone
eau potable, fontaine à eau
affluence, beaucoup de monde, heures creuses, foule
être blessé, s'est blessé, accident, premiers secours, défibrillateur, infirmerie
apporter, amener, emmener
compteur, fuite d'eau, compteur d'eau > service des eaux, compteur
acompte, arrhes, verser un acompte
niveau avancé, niveau confirmé, perfectionnement
fondé, depuis quand, année de création, quand a été créé > fondé, créé, création, depuis, historique
directeur, directrice, patron, patronne, responsable, gérant, président
qui dirige, dirigé, chef > directeur, directrice, responsable, président
jour de marché, marché hebdomadaire, halles
délai de traitement, temps d'attente, combien de jours > délai, délais, jours, semaines
adopter un chien, adopter un chat, adopter un animal, refuge animalier > adoption, refuge, adopter
en laisse, tenir en laisse, muselière
vous rejoindre, nous rejoindre > adhérer, adhésion, inscription
plus de place, encore de la place, places restantes, est-ce complet > places disponibles, complet
d'occasion, seconde main, reconditionné
bord de mer, mer, plage, littoral
en cas, cas, circonstances
gros, grosse, volumineux, imposant
site, site web, site internet
collection, collections
`;
