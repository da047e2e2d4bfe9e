/** See `groups.ts` for the form. */
export const fr = `
admission: entrée, droit d'entrée, prix d'entrée, billet d'entrée, tarif d'entrée, accès
price: prix, tarif, tarifs, coût, coûte, combien, frais, payant
cher, pas cher > prix, tarif, réduction
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
discount: réduction, réduit, tarif réduit, remise, rabais, ristourne
promotion, promo, soldes, offre, bon plan
free: gratuit, gratuite, gratuitement, gratuité, sans payer, entrée libre
child: enfant, enfants, gamin, petit, fils, fille
baby: bébé, bébés, nourrisson, tout-petit, tout-petits
table à langer, change bébé, couche, couches
adolescent, ado, ados, jeunes
family: famille, familles, familial, parents
senior: senior, seniors, retraité, retraités, personnes âgées, plus de 65 ans, troisième âge
student: étudiant, étudiants, étudiante, apprenti, carte étudiant
groupe, groupes, en groupe
pram: poussette, poussettes, landau
disabled: handicapé, handicap, fauteuil roulant, accessible, accessibilité, pmr, mobilité réduite, personnes handicapées
ascenseur, rampe, monte-charge
chien guide, chien d'assistance
sourd, malentendant, langue des signes, boucle magnétique
aveugle, malvoyant, braille
toilet: toilettes, wc, sanitaires, petit coin
food: restaurant, café, cafétéria, cantine, brasserie, bistrot, repas, manger, restauration, snack
déjeuner, dîner, faim > restaurant, repas, menu
boire, boisson, boissons, thé, gâteau > café, boissons
breakfast: petit déjeuner, petit-déjeuner, brunch
menu, carte du restaurant, plats
végétarien, végane, vegan, sans viande
allergie, allergies, allergène, allergènes, sans gluten, intolérance
pique-nique, pique-niquer, nourriture, panier-repas
parking: parking, stationnement, se garer, garer, place de stationnement, stationner
charging: borne de recharge, bornes de recharge, voiture électrique, recharger, véhicule électrique
car: voiture, véhicule, auto
station: gare, gare sncf, gare ferroviaire
train, trains, tgv, rer
bus: bus, tramway, tram, métro, transports en commun, transport public, autobus
vélo électrique, borne vélo > vélo
bicycle: vélo, vélos, bicyclette, cyclable, range-vélos
directions: accès, itinéraire, venir, comment venir, se rendre, plan d'accès, comment y aller
address: adresse, localisation, où êtes-vous, situé
dog: chien, chiens, animal, animaux, animal de compagnie
wifi: wifi, wi-fi, internet, connexion internet
phone: téléphone, numéro de téléphone, appeler, joindre par téléphone, tél
portable, mobile, smartphone
email: e-mail, email, courriel, mail, adresse mail, adresse électronique
contact: contact, contacter, joindre, nous écrire, coordonnées
conseiller, service client, assistance > contact, service client
newsletter: newsletter, lettre d'information, infolettre, bulletin
désabonner, désinscrire, se désinscrire
voucher: chèque-cadeau, bon cadeau, carte cadeau, bons cadeaux, chèque cadeau
cadeau, cadeaux, souvenir, souvenirs
delivery: livraison, expédition, livrer, colis, envoi, frais de port, délai de livraison, expédier
arrive, quand vais-je recevoir > délai de livraison, livraison
étranger, international > étranger, livraison
suivi, suivre mon colis, numéro de suivi, où est ma commande
order: commande, commander, achat, acheter
rupture de stock, en stock, disponible, disponibilité
retrait en magasin, retirer, click and collect
return: retour, retourner, renvoyer, rendre, échange, échanger
refund: remboursement, rembourser, remboursé, récupérer mon argent
rétractation, droit de rétractation, délai de rétractation
complaint: réclamation, plainte, mécontent
cassé, défectueux, abîmé, en panne, ne fonctionne pas, ne marche pas
warranty: garantie, garanti
repair: réparation, réparer, dépannage, entretien
pièce détachée, pièces détachées, pièce de rechange
size: taille, tailles, guide des tailles, dimensions, pointure
pay: paiement, payer, régler, règlement, moyens de paiement, mode de paiement
card: carte bancaire, carte bleue, carte de crédit, cb, sans contact
espèces, liquide, argent liquide
virement, prélèvement, iban, rib
invoice: facture, reçu, justificatif, ticket de caisse
cancel: annuler, annulation, résilier, résiliation, mettre fin
membership: adhésion, adhérent, adhérents, adhérer, membre, devenir membre
cotisation, cotisations, frais d'adhésion
abonnement, abonner, s'abonner, contrat
inscription, s'inscrire, inscrire, enregistrement, bulletin d'inscription
account: compte, se connecter, connexion, identifiant
mot de passe, mot de passe oublié
booking: réservation, réserver, réservé
reporter, modifier ma réservation, changer la date, déplacer
appointment: rendez-vous, prendre rendez-vous, rdv, créneau
liste d'attente, file d'attente, attente, queue
doctor: médecin, docteur, cabinet médical, généraliste, cabinet
consultation, consultations, heures de consultation
ordonnance, renouvellement d'ordonnance, médicament, médicaments
urgence, urgences, de garde, garde médicale
vaccin, vaccination, vacciner
carte vitale, mutuelle, sécurité sociale, assurance maladie
arrêt maladie, arrêt de travail, certificat médical
dentiste, mal aux dents
pharmacie, pharmacien
job: emploi, emplois, travail, recrutement, offre d'emploi, offres d'emploi, travailler chez, carrière, poste à pourvoir
candidature, postuler, cv > offres d'emploi, recrutement, candidature
stage, stagiaire, alternance, apprentissage
volunteer: bénévole, bénévoles, bénévolat, volontaire
wedding: mariage, se marier, marier, noces, cérémonie civile
birthday: anniversaire, anniversaires, fêter un anniversaire, goûter d'anniversaire
hire: location de salle, louer une salle, privatisation, privatiser, louer
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
professeur, enseignant, enseignants, instituteur, directeur d'école
vacances, vacances scolaires, congés
crèche, garderie, halte-garderie, garde d'enfants, périscolaire
cantine scolaire, restauration scolaire
borrow: emprunter, emprunt, prêt, prêter, durée de prêt
renew: prolonger, prolongation, renouveler, renouvellement
fine: amende, retard, pénalité, pénalités, en retard
carte de lecteur, carte de bibliothèque, carte d'emprunteur
bibliothèque, médiathèque
livre numérique, livres numériques, ebook
imprimer, impression, imprimante, photocopie, photocopieur
hotel: hôtel, hébergement, chambre d'hôtes, nuitée, dormir, gîte
room: chambre, chambres, chambre double
arrivée à l'hôtel, check-in, enregistrement à l'hôtel
check-out, heure de départ, libérer la chambre
lit bébé, lit supplémentaire
pool: piscine, nager, natation, baignade
sauna, spa, bien-être, massage
climatisation, climatisé, chauffage
fumer, fumeur, cigarette, non-fumeur
club, association
entraînement, entraînements, entraîner
essai, cours d'essai, séance d'essai, essayer
messe, culte, office, église
baptême, baptiser
obsèques, enterrement, funérailles, cimetière
curé, prêtre, pasteur, paroisse
mairie, hôtel de ville, commune, municipalité
carte d'identité, passeport, pièce d'identité
déménagement, déménager, changement d'adresse
waste: déchets, poubelle, poubelles, ordures, collecte des déchets, déchetterie, encombrants, recyclage
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
`;
