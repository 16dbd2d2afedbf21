import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";
import { isDoubtfulCut } from "./doubts.ts";

test.each([
  "Young families, poor tenants and nurses struggle to find a place to live in the town, creating trouble for the schools.",
  "The views discussed in the ninth chapter highlight the contrast between the two schools, favoring the older of them.",
  "They stared out of the window of the old mill, lacking inspiration and burdened by the weight of their doubts.",
  "Michael says Rex often goes for runs with him, but that sometimes Rex becomes too wild and causes trouble.",
  "Elias packed the last of his tools into the old bag by the door, leaving the crate open for the next man.",
  "The findings also stress the weight of the music trade in the north, generating great sums for the towns that host it.",
  "The old circus by the river was full of whimsical acts, daring feats, and thrilling performances that left the audience in awe.",
  "The big states in the north would be taken by storm in the vote, and other issues from smaller regions neglected.",
  "The way she tossed her hair, how her eyes lit up when she talked about something she loved—it all captivated me.",
  "I am not a bird, but I can fly; I have no legs, but I can run; I have no mouth, but the water feeds me.",
  "As the guards lead you into the dark tower by the lake, you vow to yourself - they may have your coat, but they won't have your name.",
  "Our method uses a small net to learn the jumps and integrates it with a set of known rules to follow the path.",
  "In my mind, my brown hair is neatly parted and my eyes are bright and full of life, eager to see it all.",
  "Grind the beans on the coarse setting for a minute, scraping down the sides as needed, until they turn into a powder.",
  "An old farmer also wrote to us about some odd letters he had received, claiming he had won a prize in a draw.",
  '"Trouble" and "setback" are the mildest of the four words, suggesting a state that is hard but will pass.',
  "With a long record of fine plays behind him, Perry is poised to win over the crowd once again, offering them a night of songs.",
  "As scenes change fast, the viewer is pushed into a state of alarm, mirroring the fear of the thieves in the vault.",
  "As a nurse and a trained midwife, I would have the skill to care for the patients in the new ward.",
  "Iron axes and spears were carefully sharpened, each warrior preparing for the oncoming clash with an unseen enemy.",
  "Many farmers in the north lack access to modern tools such as good seed, which can improve the yield of their fields.",
  "Good roads to the coast are key to long trade in the region while keeping the peace of the villages.",
  "He stresses that shy children should not be kept from all games; rather, they should be given the time they need.",
  "Yet they want to treat food like an exception—where firms can spend millions on bright posters, but the harm falls on the poor.",
  "The paper highlights concerns over a cut in the number of guards, resulting in unsafe streets at night.",
  "By copying the teacher model on many tasks, the student model can learn to read better and improve its grades in each of them.",
  "Such trips have not only changed my view of the sea but have also given me a deep respect for those who sail it.",
  "It's also good to set goals together with the whole crew, so we know what we're aiming for in the spring.",
  "While a bigger storm would hit far more of the coast, there's a fair chance that the dams will hold this time, said Mr. Grant.",
  "We led a daring raid on the storage houses by the river, making off with crates of lamps and other gear.",
  "The Spectator serves as a second source in the file, providing a summary of the trial with a focus on the witness.",
  "Additionally, she may have a weak heart and poor sight, causing great fear of falls and long walks in the dark.",
  "To stop this, many guards would have to be put in place along the wall, causing a great burden on the town.",
  "Even the wolves, who once followed him through the hills, now shun him in the dark of the winter.",
  "In this article, we propose a new method to use the lowest bound of the model in the tests of the engine.",
  "Our method uses a strong model of the face to predict the place of the eyes and a small filter to tell it from others.",
  "He shared many pictures of the flight with the press, showing himself beside the other men of the crew.",
  "The Treaty of Versailles, which imposed harsh payments on the country, had crippled trade and caused anger in the towns.",
  "On the first of April, Mr Holm removed the pump from the deck and used it to heat the cabin, clerk Ann Berg told the court.",
  "This drug has been used safely and with care in children for decades to treat sore eyes and a weak stomach.",
  "To answer this question, we propose a method to measure the wear and the loss of each part of the engine.",
  "By training the small model to copy the large one on many tasks, the small model can learn to read far better than before.",
  "The results were disheartening as the structure of the old tower proved to be too weak for the weight of a balloon, placing a strain on the walls and the mast.",
  "Compared to older methods, our approach demonstrated superior accuracy and reduced overfitting, as shown by lower errors.",
  "In our time, the affluent could easily leverage the trend of angel investing, amassing vast wealth through the boom.",
  "By standardizing the counts of each show, film makers and players can receive a fair and steady payment for their work.",
  "Despite the clear proof from many witnesses of the massacre, the rulers of the country continue to deny any part in the incident.",
  "In conclusion, while teaching by machine may seem ideal at first glance, the costs, feasibility and possible risks must carefully be weighed by the school.",
  "It's just another rumor started by a paper looking for clicks and attention, trying to make a story out of nothing.",
  "Walking has been shown to reduce stress, improve sleep, and promote a healthy heart, all of which can help with the long cure.",
  "Holm, who was once married to the singer's aunt, Kris Holm, before the long trial of 2015, opened up about the quarrel in the family.",
  "The fish and chips at the new place were crispy and full of flavor, with a moist and juicy fish.",
  "Her gifts to the town can't be praised enough, as her books helped to bridge the gap between the old and the young, making hard ideas easy for all.",
  "This paper brings in a new chip design to address the high cost of such large nets on small devices, which limits their use at home.",
  "Switzerland managed to win in the last moments of the long game against Ecuador, scoring their goal in the final minute.",
  "When you eat grapefruit or such fruits, compounds known as furanocoumarins inhibit the activity of some enzymes, leading to higher levels of the drug in your blood.",
  "The new net keeps a high level of accuracy without suffering from sudden forgetting, which is common in older kinds of training.",
  "He would defeat the king, not with a wicked scheme or a cruel joke, but by becoming the light that pierced the darkness, the hero the town didn't deserve but badly needed.",
  "True or False: The new way of selling is just a buzzword and is a poor plan for reaching the buyers of the town.",
  "Liu's footwork carried him in a wide circle around the yard, deflecting blows with both arms while looking for a gap.",
  "If changing a sensor, a battery, or a headlight requires a test or a code, then blocking that step because the plan lapsed is not fair to the owner.",
  "This paper addresses the waste of samples in the training of robots for simple tasks, particularly when moving learned rules to a new place.",
  "Observing the digital clock reads a quarter to seven—she breathes a sigh of relief, presuming it's still early enough for the train.",
  "Shirley's passion for music started at a young age, playing many instruments and finding her voice in the choir of the school.",
  "The council will change the way the community understands and refines the maps drawn by young survey teams.",
  "I am some three thousand years old by now, having been born in a small village outside the old city.",
  "But from the beast's perspective, the cold is unbearable, and any shelter is worth the risk of a trap.",
  "The town has been home to many bold builders, including Pere Roca i Vidal and Josep Soler i Cadena, who created fine houses by the sea.",
  "A large town below the ground, the old mine has a system of caves, where some are still lived in by the poor.",
  "To address this, the team has developed a small pump model capable of lifting clean water from great depths by the heat of the sun.",
  "Such maps can also be used to teach and inform the children about their town in a simple way, using bright pictures and plain words to explain hard things.",
  "This selective reading of the past can lead to serious inconsistencies, as they may overlook or excuse the faults of their own party.",
  "Mara can be badly frightened by the loud noise of a drum, weakening her hold on the reins of the horse.",
])("leaves whole: %s", (text) => {
  expect(applyRules(text, { kinds: ["split"] })).toBe(text);
});

test("a past that the library has wrong is put right, and nobody tells a lie", () => {
  const split = (text: string): string => applyRules(text, { kinds: ["split"] });
  expect(
    split("The sergeant crossed the yard of the old fort, swinging a lamp in one hand."),
  ).not.toContain("swinged");
  expect(
    split("The sergeant watched the road from the old fort, lying on the wall for hours."),
  ).not.toContain("lied");
});

test("nobody walks towards himself", () => {
  const text =
    "I would see her smile in the corridor of the old school, walking slowly towards me.";
  expect(applyRules(text)).not.toContain("I would walk");
});

test("whoever was the subject behind “and” may speak of himself", () => {
  expect(
    applyRules(
      "The garden was my whole world in those years, and I never asked who had given it to me.",
      {
        kinds: ["split"],
      },
    ),
  ).toBe("The garden was my whole world in those years. I never asked who had given it to me.");
});

test.each([
  // Whose deed it is, how many they are, when it was, and where.
  [
    "He watches her walk behind the curtain, then glances at the door, where the lights are still going off in the rain.",
    "glances at the door. There, the lights",
  ],
  [
    "The canal is one of the most important shipping lanes in the world, allowing ships to reach the east without a long detour.",
    "in the world. It allows ships",
  ],
  [
    "The game has been shown to follow a strange pattern, meaning that there is a sharp change after the third round.",
    "pattern. This means that",
  ],
  [
    "Residents will vote on all the plans of the town, from new roads to small fairs, reflecting the open spirit of the place.",
    "fairs. This will reflect",
  ],
  [
    "Dressed as guards, a group of thieves broke through a fence on Monday evening and drove off with the cargo of a plane.",
    "evening. They drove off",
  ],
  [
    "The team showed their skill by winning a second match against the leaders in just one week, sending a clear message to the rest.",
    "week. They sent",
  ],
  [
    "Holm's research echoes this view of the market, revealing a great will among buyers to spend their money on local goods.",
    "market. It reveals",
  ],
  [
    "Our server was friendly and attentive all evening, offering us helpful tips from the long menu.",
    "evening. The server offered",
  ],
  [
    "Notably, our enhanced algorithmic adjustments outperformed older methods, achieving a marked drop in bias without any loss of speed.",
    "methods. They achieved",
  ],
  [
    "This pattern promotes code reuse and clear design but can be more complex to set up in a small team.",
    "design. But it can be",
  ],
  [
    "The tight framing of the close-up shot isolates the boxer, removing any sense of the crowd or the ring.",
    "boxer. It removes",
  ],
  [
    "A gust of cold wind blew through the empty streets of the town, carrying with it the scent of rain.",
    "town. It carried with it",
  ],
  [
    "These pioneering artists initially explored the idea of showing quick movement on canvas, laying the ground for the films of today.",
    "canvas. They laid",
  ],
  [
    "Breaking Ground is an American television series that follows the rise and fall of a young builder in a small town.",
    "series. It follows",
  ],
])("says whose deed it is: %s", (text, wanted) => {
  expect(applyRules(text, { kinds: ["split"] })).toContain(wanted);
});

test("a species with “this” before it is one thing", () => {
  const text =
    "This large wolf species lived in the north during the last ice age and went extinct some ten thousand years ago.";
  expect(applyRules(text, { kinds: ["split"] })).not.toContain("They");
});

test("“They … their” is not written where two may be meant", () => {
  const text =
    "These setbacks slow the main heroes' pursuit of their dreams, making their journey all the more remarkable.";
  expect(applyRules(text, { kinds: ["split"] })).not.toContain("They make their");
});

test("what can be has no perfect, whatever an aside has", () => {
  const text =
    "However, as the talks have shown, haste without real care can breed anger, delay, and even theft, undermining the very aims we seek.";
  expect(applyRules(text, { kinds: ["split"] })).not.toContain("has undermined");
});

test("two by name set out, and their setting out makes nothing", () => {
  const text =
    "From that day forward, Alex and Emma set out on a long journey together, creating art and songs for their friends.";
  expect(applyRules(text, { kinds: ["split"] })).not.toContain("This created");
});

test("what may be one more thing that is recalled stays with the others", () => {
  const text =
    "He closed his eyes and let the sound wash over him, recalling the gaps between the blows, the grace of iron yielding to fire.";
  expect(applyRules(text)).toContain("between the blows, the grace of iron yielding to fire.");
});

test("a gnome is somebody", () => {
  const text =
    "The gnome weeded the old garden behind the inn, watered it, and arranged the flowers in a fine pattern.";
  expect(applyRules(text)).toContain("The gnome arranged");
});

// Cuts that the model of joints may propose: the first part, what stands at the joint, what would, and the rest.
test.each([
  [
    "Daily use of the cream can smooth the skin of the hands",
    ", making",
    ". This makes",
    " it less dry in the winter.",
  ],
  [
    "He knelt by the old bell in the grass",
    ", hearing",
    ". He heard",
    " nothing but the wind, then tapped it with a twig.",
  ],
  [
    "He lifted the jar from the sand",
    ", its glaze catching",
    ". Its glaze caught",
    " the light of the dawn, a relic from a better time.",
  ],
  [
    "He danced through the tunnel",
    ", his steps",
    ". His steps were",
    " light and quick, leading the crowd to the gate.",
  ],
  [
    "The flu is a grave illness requiring a doctor",
    " due",
    ". This is due",
    " to its course in the old.",
  ],
  [
    "The night stayed with all who had been there",
    ", forever reminding",
    ". It forever reminded",
    " them of the cold.",
  ],
  [
    "Since the cure he has been wholly pain-free",
    ", including",
    ". This includes",
    " the pain in his knee.",
  ],
  [
    "They are used in maps, games, and various other fields",
    " that",
    ". These",
    " depend on large tables.",
  ],
  [
    "OK, this is all you need to know about the whole affair of last week",
    ":",
    ".",
    " It won't happen again.",
  ],
  ["The court thought it was a fall", ", but", ". Yet", " further work showed that it was not."],
  [
    "There was a deep sense that the house went on without them",
    "—",
    ". It was ",
    "a place where nobody grew old.",
  ],
  [
    "Our results tell us much about the pairs of charges in cold metals",
    " and",
    ". They",
    " are of great weight for the trade.",
  ],
  [
    "The new coin has had a good effect on the trade of Panama",
    ", drawing",
    ". It has drawn",
    " in money and made it a fine place to visit.",
  ],
  [
    "His work could have changed the field",
    ", possibly speeding",
    ". That could have possibly sped",
    " up the cure.",
  ],
  ["I called up a cold and bitter wind", ", encircling", ". I encircled", " the man by the lamp."],
  [
    "The old man became a kind of torch",
    ", illuminating",
    ". That illuminated",
    " the way for us all.",
  ],
  [
    "The Guild stood above all others in the land",
    ", igniting",
    ". This ignited",
    " awe in the towns.",
  ],
  [
    "The dock glowed faintly as the sun slipped away",
    ", painting",
    ". It painted",
    " the sea in gold.",
  ],
  [
    "The darkness in him crumbled like an old wall",
    ", exposing",
    ". It exposed",
    " what was left.",
  ],
  [
    "The glass stopper came away with a hiss",
    ", releasing",
    ". The stopper released",
    " a scent of snow.",
  ],
  [
    "This makes nurses agents of a slow change",
    ", driving",
    ". It drives",
    " down the cost of care.",
  ],
  ["The council gave me some hope at last", ", providing", ". It provided", " me with a way back."],
  ["The town relies on fast trains", ", resulting", ". This results", " from a long plan."],
  [
    "Too many papers can also hinder progress",
    ", causing",
    ". That can cause",
    " doubt in the team.",
  ],
  ["The stranger stepped out before Lucas", ", his eyes", ". His eyes were", " cold and bright."],
  [
    "One coin for all gives ease to guests",
    ", making",
    ". This makes",
    " it easier to plan their trips.",
  ],
  [
    "It brought many trials for small clinics",
    ", including",
    ". These include",
    " the one by the lake.",
  ],
  ["They found several ways", " that", ". These", " have been made to read these old signs."],
  ["It proved the custom wasn't a ruin", "—it", ". It", " was a seed in good ground."],
  ["This view holds all the worlds are real", ", but", ". But", " only one of them is ours."],
  ["Doctors stress the use of long walks", ", as it", ". It", " can help the heart."],
  ["By raising the field, we can alter the mass", " and", ". We can also", " watch it grow."],
  [
    "The guards stay on high alert",
    ", investigating",
    ". They investigate",
    " the cause of the noise.",
  ],
  [
    "Her hands had refused the pen, her throat had closed",
    ", and the",
    ". The",
    " silence had grown.",
  ],
  ["Nursing is a profession", " that", ". It", " demands a great deal of skill."],
  ["The towns pay more than the hills", " where", ". There,", " there may be fewer shops."],
  ["When workers are heard, they feel valued", " and", ". They", " share more of their ideas."],
  ["She knew that it had changed her", ", and", ". But", " though she would leave, she was glad."],
  [
    "She opened her old pen, pressed the nib into place",
    ", and",
    ". She",
    " felt the weight of the ink.",
  ],
  [
    "In this essay, the firm will be thoroughly examined",
    ", focusing",
    ". It will focus",
    " on its debts.",
  ],
  ["He was battling against his own doubts", ",", ". He was", " the belief that all was lost."],
  ["Some phones are made with strong aerials", " or", ". They", " are able to reach new masts."],
  ["He is known as the father of the craft", " and", ". And he", " was born in a small house."],
  ["Begin with a weak dose of the cream", " and", ". And", " apply it every other night."],
  [
    "These pages have helped people share their views",
    " and",
    ". They have also empowered people to",
    " meet.",
  ],
  [
    "Each of the films follows the same premise",
    ":",
    ".",
    " In the near future, the sea has risen.",
  ],
  [
    "Key gains include better maps of rural fields",
    ", such as",
    ". These include",
    " farms and towns.",
  ],
  [
    "The judge put off the whole matter",
    ", acknowledging",
    ". He acknowledged",
    " that it was grave.",
  ],
  ["The sea had already begun its quiet revolt", ", erasing", ". It had erased", " the old paths."],
  ["They knew these things had to be kept", "; they", ". They", " had become their whole life."],
  ["His boots left a fresh trail on the ice", ", marking", ". They marked", " his way home."],
  ["He reached out and touched my foot", ", breaking", ". He broke", " the silence of the room."],
  ["He recalled the day when he met the giant", ", armed", ". He was armed", " with a stick."],
  [
    "We smooth it with virtual adversarial training",
    ", which",
    ". This adversarial training",
    " helps.",
  ],
  [
    "The panic grew again in my chest",
    ", wondering",
    ". It wondered",
    " whether they had seen me.",
  ],
  ["The presence of air keeps the drops slow", " and", ". It", " lets the nurse count them."],
])("a cut is refused whose second part hangs on the first: %s%s", (head, from, to, tail) => {
  expect(isDoubtfulCut(head, from, to, tail)).toBe(true);
});

test.each([
  [
    "Daily use of the cream can smooth the skin of the hands",
    ", making",
    ". This can make",
    " it less dry in the winter.",
  ],
  [
    "He knelt by the old bell in the grass",
    ", hearing",
    ". He heard",
    " nothing but the wind in the trees.",
  ],
  [
    "He danced through the tunnel",
    ", his steps",
    ". His steps were",
    " light and quick on the wet floor.",
  ],
  [
    "The flood was the worst of the century",
    " due",
    ". This was due",
    " to the rain of the spring.",
  ],
  ["They are used in many small devices", " that", ". These", " depend on large tables."],
  ["The court thought it was a fall", ", but", ". Yet", " the wound showed that it was not."],
  ["The old tower looked over the bay", "—", ". It was ", "a place where nobody grew old."],
  ["The old boats lay on the beach for a year", " and", ". They", " were sold in the spring."],
  ["He crossed the empty yard in the rain", ", carrying", ". He carried", " the lamp in one hand."],
  ["The dock glowed faintly in the evening", ", painting", ". It painted", " the sea in gold."],
  ["The mill gave the town some hope at last", ", providing", ". It provided", " work for many."],
  ["Her hands had refused the pen for months", ", and the", ". The", " silence had grown."],
  ["When the lamps went out, her hands were cold", ", and the", ". The", " silence had grown."],
  ["He met with many clinics", ", including", ". These include", " the one by the lake."],
  ["We can alter the mass of the pair", " and", ". We can also", " watch it grow."],
  ["Rowing is a team sport of the north", " that", ". It", " demands a great deal of skill."],
  ["When the bell rang, he took the lamp", " and", ". He", " walked down to the harbour."],
  [
    "She opened her old pen and pressed the nib into place",
    ", and",
    ". She",
    " felt the weight of the ink.",
  ],
  [
    "The town closed the old bridge in May",
    ", and",
    ". And",
    " the people had to go round by the mill.",
  ],
  ["We smooth it with adversarial training", ", which", ". This adversarial training", " helps."],
])("a cut stands whose second part needs nothing of the first: %s%s", (head, from, to, tail) => {
  expect(isDoubtfulCut(head, from, to, tail)).toBe(false);
});
