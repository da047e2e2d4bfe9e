import type { Manners } from '../manners.ts';

const people =
  'a_human|a_human_being|a_real_human|a_real_person|a_person|a_live_person|an_actual_person|an_actual_human|someone|somebody|an_agent|a_live_agent|a_human_agent|an_operator|a_representative|an_employee|a_staff_member|a_member_of_staff|staff|the_staff|your_staff|the_team|your_team|support|a_human_please|human|humans|person|real_person|people';
const machines =
  'bot|robot|chatbot|human|person|machine|real_person|real_human|human_being|ai|computer|program|live_agent';
const good =
  'great|awesome|helpful|useful|nice|good|perfect|amazing|excellent|wonderful|fantastic|brilliant|cool|lovely|super|impressive|kind|sweet';

export const english: Readonly<Record<string, Manners>> = {
  en: {
    phrases: {
      hello:
        'hi|hello|hey|hiya|howdy|hallo|helo|heya|yo|greetings there|again|everyone|all|team?, good morning|afternoon|evening|day, gm, nice|pleased to meet you',
      thanks:
        'thanks|thx|tnx|thanx|ty|tysm|cheers a_lot|a_bunch|a_million|so_much|very_much|again|for_your_help|for_that|for_the_help|for_the_info|for_the_information|for_your_time|for_the_answer|for_everything|for_helping?, thank you|u so_much|very_much|again|kindly|for_your_help|for_that|for_the_info|for_the_information|for_your_time|for_helping_me|for_helping|for_the_help|for_the_answer|for_everything?, many thanks, much appreciated, i appreciate it|that|your_help, that|this helps|helped a_lot|me?, very|really helpful, that answers|answered my_question|it',
      bye: 'bye|goodbye|cya|farewell|byebye bye|now|for_now?, good bye|night, see you|ya later|soon|then|around?, have a nice|great|good|lovely day|evening|weekend|one|time, take care, that is|was|s|ll_be all for_now|i_needed|i_wanted_to_know?, thats all for_now?, that will be all, nothing else|more, talk to you later|soon',
      ok: 'ok|okay|okey|k|kk|alright|all_right|understood|got_it|i_see|fine|sure|right|yes|yeah|yep|no|nope|cool|i_understand|makes_sense|no_problem|never_mind|nevermind|no_worries|good_to_know|will_do|sounds_good|noted|oh_i_see|very_well|i_know, no thanks|thank_you, all|very good|clear|fine',
      help: 'help me? please?, i need|want help|some_help|your_help|assistance, can|could|would|will you please? help|assist me|us?, what can|could you do|tell_me|help_with|help_me_with|answer for_me|about?, what do you know|answer?, what can|could|should i ask you|here|about?, how can|could|do you help|assist me?, how do you work, how does the_chat|this_chat|the_bot|chat work, how do|can i use you|the_chat|this_chat, what are you able_to_do|capable_of|for|good_for, what is this_chat for?, what kind|sort of questions can i ask|you_answer',
      who: `who|what are|r you|u exactly?, who is this|that|there, whos this|there, are|r you|u a|an|really|actually? ${machines}|real|alive|chatgpt|gpt|claude|gemini|artificial|a_real_person|a_real_human, am i talking|speaking|chatting|writing to|with a|an? ${machines}, is this|that|it a|an ${machines}, what|whats|what_is|what_s your name, do you have a name, introduce yourself, tell me about yourself|who_you_are, who made|built|created|developed|programmed|trained you, who am i talking|speaking|chatting to|with, whom am i talking|speaking to|with, are you an artificial_intelligence|ai_or_a_human, are you a bot|robot|human|machine or a? human|person|real_person|bot|robot|machine`,
      human: `i want|would_like|wish|need|wanna|d_like|id_like|prefer|d_prefer|have to? speak|talk|chat|write to|with ${people}, can|could|may i please? speak|talk|chat to|with ${people}, can|could you please? connect|transfer|forward|put me through? to|with ${people}, connect|transfer|forward|put me through? to|with ${people}, let me speak|talk to|with ${people}, speak|talk to|with ${people}, is there a|any? ${people} i_can|here|there to? talk|speak|talk_to|speak_to|i_can_talk_to|i_can_speak_to?, get me ${people}, i want|need|d_like|would_like ${people}, how can|do i talk|speak to|with ${people}, human|operator|real_person|live_agent|live_chat|human_agent, ${people} please, no|not a? bot|robot|machine please?`,
      mood: 'how are|r you|u today|doing|doing_today|feeling?, how you doing, how is|s it|everything|life going?, how are things, hows it|everything going?, whats|what_s|what_is|wassup|sup up?, how do you do, are you ok|okay|well|fine|happy|tired, how have you been, how was|is your day|night going?',
      praise: `that|this|it|all was|is|s|looks|sounds so|really|very|pretty|quite? ${good}, thats|its so|really|very|pretty? ${good}, you are|re|were|r so|very|really? ${good}|smart|clever|funny|the_best|cute|a_star|a_lifesaver|my_hero|intelligent|fast|quick, youre so|very|really? ${good}|smart|clever|funny|the_best, great|good|nice|well|excellent|amazing job|work|done|answer|bot|chat|chatbot|one|stuff|service, i love|like|adore you|this|it|this_chat|that, so|very|really|how|just? ${good}, wow|bravo|impressive|well_played|love_it|kudos, you rock|did_great|did_well|helped_a_lot, what a great|good|nice|lovely answer|bot|chat|service, ${good} answer|bot|chat|chatbot|job|work|service|stuff`,
      ask: 'can|could|may|might i please? ask you? something|a_question|a_few_questions|some_questions|questions|one_question|one_thing|another_question|something_else|you, i have|ve|got|ve_got|would_like_to_ask|want_to_ask|d_like_to_ask a|an|another|one|two|some|a_few|a_quick|one_more|just_a|a_couple_of? question|questions|something|something_else for_you|to_ask|please?, quick|one|a|another|one_more|just_a|just_one question|thing, can|could|would|will you please? answer|help_me_with a_question|questions|some_questions|my_question|my_questions|something, do you have a_minute|time|a_moment|a_second, are you there|online|awake|still_there, anyone|anybody|someone|somebody there|here|online, is anyone|anybody|someone|somebody there|here|online, let me ask you? something|a_question, i want|need|would_like|d_like to know something|ask_something|ask_you_something|ask_a_question, can|could we|you chat|talk, lets chat|talk',
      filler:
        'please, pls, plz, so, well, then, and, there, sir, madam, dear, friend, mate, buddy, bot, chatbot, assistant, very much, again, now, just, really, oh, ah, aha, hm, hmm, um, but, haha, lol, for now, guys, everyone, team, man, dude, too, a lot, indeed, truly, sorry, excuse me, pardon',
    },
    replies: {
      hello: 'Hello! What would you like to know?',
      thanks: 'You are welcome! Is there anything else you would like to know?',
      bye: 'Goodbye, and thank you for your visit!',
      ok: 'All right. Just ask when there is something else that you would like to know.',
      help: 'Ask me a question in your own words, and I will look for the answer on the pages of this site and tell you where it is written.',
      who: 'I am a computer program, not a person. I answer questions from the pages of this site.',
      human:
        'I cannot connect you with a person here. The contact page of this site tells how to reach someone.',
      mood: 'I am a computer program, so I am always fine. What would you like to know?',
      praise: 'Thank you, I am glad to hear that! Is there anything else you would like to know?',
      ask: 'Of course! What would you like to know?',
    },
    contact: 'You can reach a person here:',
  },
};
