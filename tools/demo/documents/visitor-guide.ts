import type { Manuscript } from './section.ts';

export const visitorGuide: Manuscript = {
  title: 'Visitor guide',
  subtitle: 'A walk through the Tide Office, floor by floor',
  sections: [
    {
      heading: 'Before you start',
      parts: [
        {
          kind: 'text',
          text: 'Welcome to the old Tide Office. This guide leads you through the house from the ground floor to the Signal Tower. You can follow it from the first page to the last, which takes about two hours, or pick the route that fits the time you have.',
        },
        {
          kind: 'text',
          text: 'Lifts, stairs and toilets are marked on the boards at every landing. The numbers in this guide are on small brass plates beside the objects.',
        },
      ],
    },
    {
      heading: 'Three routes',
      parts: [
        {
          kind: 'table',
          head: ['Route', 'Time', 'Stops'],
          rows: [
            ['The quick tide', '45 minutes', '1, 4, 17, 31'],
            ['The full moon', '2 hours', 'all stops from 1 to 40'],
            ['Small sailors', '70 minutes', '2, 4, 9, 22, 40'],
          ],
        },
        {
          kind: 'text',
          text: 'The quick tide is also the best route if you use a wheelchair: it needs the lift twice and has no narrow passages.',
        },
      ],
    },
    {
      heading: 'House rules in short',
      parts: [
        {
          kind: 'list',
          items: [
            'Leave bags larger than 40 x 30 x 20 cm in the lockers in the basement.',
            'Photograph without flash and without a tripod.',
            'Drink water only, from a closed bottle.',
            'Keep one metre away from running clocks: their weights move.',
            'Speak as quietly as you would beside a sleeping child.',
          ],
        },
      ],
    },
    {
      heading: 'Ground floor: the harbour and its tides',
      newPage: true,
      parts: [
        {
          kind: 'text',
          text: "Stop 1 is the Harbourmaster's Clock. Look at its lowest hand: it shows the height of the water under your feet. Stop 2 is the wave tank, twelve metres long. The red lever makes a spring tide, the blue one a neap tide; with both together you can flood the model village.",
        },
        {
          kind: 'text',
          text: 'Stop 4 is the fog bell of Gannet Rock, which you may touch. Behind it a door leads to the former ropewalk, where the special exhibitions are shown.',
        },
      ],
    },
    {
      heading: 'First floor: measuring time',
      parts: [
        {
          kind: 'text',
          text: "Stops 9 to 16 tell how an hour became the same length for everybody. Do not miss the water clock at stop 11, which runs again since its leak was found, and the thirty ships' chronometers at stop 14. Each of them shows a different time: that of the port for which it was last set.",
        },
      ],
    },
    {
      heading: 'Second floor: charts and pilots',
      parts: [
        {
          kind: 'text',
          text: 'Stop 17 is the Drowned Chart. Press the button and the case lights up for thirty seconds. The pilots kept notebooks of depths, lights and landmarks; at stop 19 you can leaf through copies of seven of them. The quiet room is at the end of this floor, behind the grey curtain.',
        },
      ],
    },
    {
      heading: 'Third floor: calculating the sea',
      newPage: true,
      parts: [
        {
          kind: 'text',
          text: 'Stop 31 is the brass tide predictor. It is demonstrated from Tuesday to Friday at 15:00. At stop 33 you can add up three waves yourself with wooden wheels. The machine at stop 35 is a tide gauge that still sends the water level to the harbour office every ten minutes.',
        },
        {
          kind: 'text',
          text: 'The reading room is next to the stairs. Young explorers look for the eight-second sandglass here, at stop 22 of their own map.',
        },
      ],
    },
    {
      heading: 'Signal Tower',
      parts: [
        {
          kind: 'text',
          text: 'Stop 40 is the platform of the Signal Tower, 64 steps above the third floor. Not more than 18 people may be on it at once; the traffic light at the foot of the stairs tells you when to go. Children under 8 climb with an adult. The time ball drops at 13:00: hold on to your hat.',
        },
      ],
    },
    {
      heading: 'Safety and first aid',
      newPage: true,
      parts: [
        {
          kind: 'list',
          items: [
            'First aid kits are at the desk, on the second floor beside the lift, and in the workshop.',
            'A defibrillator hangs in the entrance hall, to the left of the shop door.',
            'If the bell rings without stopping, leave by the nearest stairs, not by the lift. The assembly point is pier 2.',
            'Wheelchair users wait in the refuge on each landing, behind the fire door; a steward comes to you.',
            'A child who is lost is brought to the desk and is given a biscuit.',
          ],
        },
      ],
    },
    {
      heading: 'Useful to know',
      parts: [
        {
          kind: 'table',
          head: ['You need', 'Where'],
          rows: [
            ['Drinking water', 'fountain in the basement, next to the lockers'],
            ['A socket for your telephone', 'benches on the second floor, six sockets'],
            ['Cash machine', 'Cooper Street, 200 m'],
            ['A seat', 'every room has at least two; folding stools at the desk'],
            ['A stamp for your postcard', 'shop desk'],
            ['A quiet moment', 'quiet room, second floor'],
          ],
        },
        {
          kind: 'text',
          text: 'Did you find a mistake in this guide? Tell the desk. Whoever finds one gets a cup of coffee in the Café Spring Tide.',
        },
      ],
    },
  ],
};
