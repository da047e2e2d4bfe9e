export interface AskedQuestion {
  language: string;
  question: string;
  /** Fragments of a useful answer, word for word; null: the site has no answer. */
  expected: readonly string[] | null;
}

const asked = (language: string, question: string, ...expected: string[]): AskedQuestion => ({
  language,
  question,
  expected,
});
const unanswerable = (language: string, question: string): AskedQuestion => ({
  language,
  question,
  expected: null,
});

/** Questions of the demo site's visitors, in its five languages. */
export const askedQuestions: readonly AskedQuestion[] = [
  asked('en', 'What are the opening hours?', '10:00', '17:30', '21:00'),
  asked('en', 'When are you open?', '10:00', '17:30'),
  asked('en', 'opening hours', '10:00', '17:30'),
  asked('en', 'When is the museum open on Thursday evenings?', '21:00'),
  asked('en', 'Are you open on Mondays?', 'Monday', 'closed'),
  asked('en', 'Is the museum open at Christmas?', '25'),
  asked('en', 'Do you have a café?', 'ground floor'),
  asked('en', 'What can I eat in the café?', 'ginger cake'),
  asked('en', 'How much does a family ticket cost?', '€28'),
  asked('en', 'How much is a ticket for a child?', '€5'),
  asked('en', 'What does admission cost?', '€12'),
  asked('en', 'Do students get a discount?', '€9'),
  asked('en', 'When is admission free?', 'first Wednesday'),
  asked('en', 'What does the school programme cost per class?', '€4 per pupil'),
  asked('en', 'Is the museum wheelchair accessible?', 'lift'),
  asked('en', 'Can I borrow a wheelchair?', 'free of charge'),
  asked('en', 'Where can I park?', 'Ropewalk'),
  asked('en', 'How do I get to the museum by tram?', 'Tram 4'),
  asked('en', 'Where is the museum?', 'Lantern Quay'),
  asked('en', 'Can I return something I bought in the online shop?', '30 days'),
  asked('en', 'How long does shipping take?', 'working days'),
  asked('en', 'How much is shipping?', '€4.90'),
  asked('en', 'May I take photos?', 'hotographs for yourself'),
  asked('en', 'May I bring my dog?', 'Only assistance dogs'),
  asked('en', 'Is there Wi-Fi?', 'Tide Office'),
  asked('en', 'Where can I leave my bag?', 'locker'),
  asked('en', 'What is your phone number?', '(555) 0140'),
  asked('en', 'Do you offer guided tours?', 'Highlights'),
  asked('en', 'How much is a membership?', '€45'),
  asked('en', 'How long are gift vouchers valid?', 'three years'),
  asked('en', 'I lost my umbrella, what should I do?', 'desk'),
  asked('en', 'Can we get married at the museum?', 'civil ceremonies'),
  asked('en', 'How many steps does the Signal Tower have?', '64 steps'),
  asked('en', 'Can I volunteer?', 'first Tuesday'),
  asked('de', 'Wann hat das Museum geöffnet?', '10:00 bis 17:30 Uhr'),
  asked('de', 'Was kostet der Eintritt?', '12,00 €'),
  asked('de', 'Wie komme ich zum Museum?', 'Straßenbahn 4'),
  asked('fr', 'Quels sont les horaires d’ouverture ?', '10 h à 17 h 30'),
  asked('fr', 'Combien coûte un billet pour une famille ?', '28,00 €'),
  asked('ja', '開館時間は何時ですか？', '10:00から17:30'),
  asked('ja', '入館料はいくらですか？', '12ユーロ'),
  asked('ar', 'ما هي مواعيد العمل؟', '10:00', '17:30'),
  asked('ar', 'كم سعر تذكرة العائلة؟', '28 يورو'),
  unanswerable('en', 'How high is the Eiffel Tower?'),
  unanswerable('en', 'Where is the Eiffel Tower?'),
  unanswerable('en', 'When does the Louvre open?'),
  unanswerable('en', 'Who won the world cup?'),
  unanswerable('en', 'Who won the football world cup?'),
  unanswerable('en', 'What is the capital of Australia?'),
  unanswerable('de', 'Wie hoch ist der Kölner Dom?'),
];
