import type { Manuscript } from './section.ts';

export const schoolHandbook: Manuscript = {
  title: 'School programme handbook',
  subtitle: 'For teachers and group leaders',
  sections: [
    {
      heading: 'Planning your visit',
      parts: [
        {
          kind: 'text',
          text: 'Classes are welcome from Tuesday to Friday. The school entrance in Ropewalk Lane opens at 9:15, forty-five minutes before the museum opens to the public. Please plan two and a half hours for a workshop with a break.',
        },
        {
          kind: 'list',
          items: [
            'Book at least three weeks ahead at schools@quillmouth-museum.example.',
            'Name the age of the pupils, their number and anything that we should know: wheelchairs, allergies, languages.',
            'You receive a confirmation with the name of your educator within five working days.',
            'A preparatory visit is free for teachers; bring the confirmation.',
          ],
        },
      ],
    },
    {
      heading: 'Prices and cancellation',
      parts: [
        {
          kind: 'table',
          head: ['Offer', 'Price'],
          rows: [
            ['Workshop', '€4 per pupil, at least €60'],
            ['Visit without workshop', '€2 per pupil'],
            ['Teachers and assistants', 'free, one for every eight pupils'],
            ['Further adults', '€8.50'],
            ['Project week, five mornings', '€380 per class'],
          ],
        },
        {
          kind: 'text',
          text: 'A booking can be cancelled without charge until seven days before. If the class cannot come because of illness or because trains do not run, we look for a new date at no cost.',
        },
      ],
    },
    {
      heading: 'Workshop: What is an hour? (5–7 years)',
      parts: [
        {
          kind: 'text',
          text: 'Children walk, jump and sit still for exactly one minute and compare how long it felt. Then they make a candle clock and read it.',
        },
        {
          kind: 'list',
          items: [
            'Aim: to compare lengths of time without a clock.',
            'Material: wax sheets, wick, pins. Everything is provided.',
            'Please bring: an apron for each child.',
          ],
        },
      ],
    },
    {
      heading: 'Workshop: Build a sandglass (8–11 years)',
      parts: [
        {
          kind: 'text',
          text: 'Each pupil builds a sandglass from two small bottles and adjusts it until it runs for one minute. The class collects its results in a table and discusses why no two glasses are alike.',
        },
        {
          kind: 'list',
          items: [
            'Aim: to measure, to repeat, to find the mean.',
            'Material: bottles, crushed eggshell, card, stopwatch.',
            'The sandglasses may be taken home.',
          ],
        },
      ],
    },
    {
      heading: 'Workshop: Lost at sea (13–16 years)',
      parts: [
        {
          kind: 'text',
          text: 'Four crews receive the log book of a ship that lost its way. With a sextant on the roof terrace, a chronometer and tables they find its position. In rain the horizon is projected in the lecture hall.',
        },
        {
          kind: 'list',
          items: [
            'Aim: to use angles and time to find a place on a map.',
            'Previous knowledge: angles, scale, the idea of time zones.',
            'Not suitable for pupils who are afraid of heights; there is a second task indoors.',
          ],
        },
      ],
    },
    {
      heading: 'Risk information',
      parts: [
        {
          kind: 'table',
          head: ['Hazard', 'Where', 'What we do'],
          rows: [
            ['Water, 40 cm deep', 'wave tank', 'railing; an educator is present'],
            [
              'Stairs, 64 steps',
              'Signal Tower',
              'not more than 18 people; closed above 60 km/h of wind',
            ],
            ['Moving weights', 'tower clocks', 'one metre distance, marked on the floor'],
            ['Warm wax, 60 °C', 'workshop room', 'educators pour; gloves'],
            ['Eggshell dust', 'workshop room', 'extraction; tell us about allergies'],
          ],
        },
        {
          kind: 'text',
          text: 'All educators have a certificate in first aid for children. The supervision of the class remains with its teachers during the whole visit.',
        },
      ],
    },
    {
      heading: 'What we ask of teachers',
      parts: [
        {
          kind: 'list',
          items: [
            'Divide the class into groups of not more than ten before you arrive.',
            'Be present in the room; do not use the workshop to telephone.',
            'Let pupils touch what has a green hand beside it, and nothing else.',
            'Take photographs of your own class only.',
            'Telephone (555) 0143 if you are late. We wait for twenty minutes and shorten the programme.',
          ],
        },
      ],
    },
  ],
};
