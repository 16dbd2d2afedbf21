import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "Local bakers, millers, and farmers have already signed the new contract, promising to sell their goods in town.",
    "Local bakers, millers, and farmers have already signed the new contract. They have promised to sell their goods in town.",
  ],
  [
    "I've spent the whole winter in the old workshop, stripping away the paint that hid the grain of the wood.",
    "I've spent the whole winter in the old workshop. I have stripped away the paint that hid the grain of the wood.",
  ],
  [
    "Torvek sat down on the low wall by the gate, watching as the boats came back to the harbour.",
    "Torvek sat down on the low wall by the gate. Torvek watched as the boats came back to the harbour.",
  ],
  [
    "Worn out and hungry, the soldiers crossed the bridge, dragging their heavy wagons through the snow.",
    "Worn out and hungry, the soldiers crossed the bridge. They dragged their heavy wagons through the snow.",
  ],
  [
    "Many villages face long winters and bad roads, worsening the lack of doctors in the whole valley.",
    "Many villages face long winters and bad roads. This worsens the lack of doctors in the whole valley.",
  ],
  [
    "The sun was beginning to set behind the hills, casting long shadows over the empty square.",
    "The sun was beginning to set behind the hills. It cast long shadows over the empty square.",
  ],
  [
    "People who live far from a station may walk for hours, leading to long waits at the only doctor.",
    "People who live far from a station may walk for hours. This may lead to long waits at the only doctor.",
  ],
  [
    "Coach Maria Lopez welcomed the decision of the league on Monday, urging the fans to keep the peace.",
    "Coach Maria Lopez welcomed the decision of the league on Monday. Lopez urged the fans to keep the peace.",
  ],
  [
    "The samples from the river were examined in the spring, revealing high levels of lead in the water.",
    "The samples from the river were examined in the spring. This revealed high levels of lead in the water.",
  ],
  [
    "Her cold hand shook as she took the cup from the table, feeling the warmth of the tea in her fingers.",
    "Her cold hand shook as she took the cup from the table. She felt the warmth of the tea in her fingers.",
  ],
  [
    "The tests show that the new engine uses far less oil, outperforming older ones in every class.",
    "The tests show that the new engine uses far less oil. It outperforms older ones in every class.",
  ],
  [
    "Paper maps do not need a battery or a signal, making them a good choice for long walks in the hills.",
    "Paper maps do not need a battery or a signal. This makes them a good choice for long walks in the hills.",
  ],
  [
    "The failed launch has left the firm without money, forcing it to close two of its three plants.",
    "The failed launch has left the firm without money. This has forced it to close two of its three plants.",
  ],
  [
    "Maria Lopez has also worked as a host, leading a weekly show on the radio in the summer of 2016.",
    "Maria Lopez has also worked as a host. Lopez led a weekly show on the radio in the summer of 2016.",
  ],
  [
    "Our waiter was slow and far from friendly that night, answering every question with a shrug of his shoulders.",
    "Our waiter was slow and far from friendly that night. The waiter answered every question with a shrug of his shoulders.",
  ],
  [
    "Older methods lack speed when faced with large tables, leading to long waits at the end of the day.",
    "Older methods lack speed when faced with large tables. This leads to long waits at the end of the day.",
  ],
  [
    "Tired of the noise, I made my way to a small inn, hoping for a quiet room and a warm meal.",
    "Tired of the noise, I made my way to a small inn. I hoped for a quiet room and a warm meal.",
  ],
  // What is noted by the way stays in one piece with what came of it.
  [
    "The captain wrote a long letter to the owners of the ship, noting that the mast had broken, threatening the lives of all on board.",
    "The captain wrote a long letter to the owners of the ship. The captain noted that the mast had broken, threatening the lives of all on board.",
  ],
  [
    "We found a clear link between the two sets of figures, suggesting that the river feeds the northern lake.",
    "We found a clear link between the two sets of figures. This suggested that the river feeds the northern lake.",
  ],
  // They hem in nothing themselves.
  [
    "Such old methods often suffer from a lack of good data, limiting their use in the schools of the north.",
    "Such old methods often suffer from a lack of good data. This limits their use in the schools of the north.",
  ],
  // Who leads an uprising does so, whatever it is for.
  [
    "During her years on the island, she grew into a brave woman, leading a revolt to free the miners.",
    "During her years on the island, she grew into a brave woman. She led a revolt to free the miners.",
  ],
  [
    "The paper gives an account of the birds on the northern coast, highlighting the lack of nests near the port.",
    "The paper gives an account of the birds on the northern coast. It highlights the lack of nests near the port.",
  ],
  [
    "In the long run, such strict rules often become a burden for the small shops, leading to higher prices.",
    "In the long run, such strict rules often become a burden for the small shops. This leads to higher prices.",
  ],
  [
    "With a steady hand, she lifted the lid of the small box, revealing a map of the northern islands.",
    "With a steady hand, she lifted the lid of the small box. This revealed a map of the northern islands.",
  ],
  [
    "Unchecked growth acts as a burden on the old harbour and the town, displacing many of the poorer families.",
    "Unchecked growth acts as a burden on the old harbour and the town. It displaces many of the poorer families.",
  ],
])("%s → %s", (from, to) => {
  expect(split(from)).toBe(to);
});

test.each([
  // The town may have done neither.
  "The town did not build a new road around the old harbour, making the way to work much longer.",
  // Whoever is made to think again asks.
  "This long and bitter quarrel compels me to think again about my plan, questioning whether it is just.",
  // These say on what it hangs, and nobody does it.
  "The rooms of the hotel by the station are very cheap, especially considering the price of the meals.",
  // The tail says what the job is.
  "She told us a lot about her new and rather quiet job, designing maps for the railways of the north.",
  // Whether the gust or the bag rustles can't be told.
  "A sudden gust of wind sent a paper bag tumbling across the yard, rustling like a voice in the dark.",
  "The heavy barrier threw the wolf out of the air with a crack, falling to the ground a moment later.",
  // One thing said in two ways.
  "It's about understanding the needs of the people, recognizing that a town is more than its streets.",
  // Nothing is "it".
  "It was the duty of the two sisters to guard the mill at night, keeping the fire in the stove alive.",
  // What lies ahead has marked nothing yet.
  "The new line to the coast is set to open in less than two years, marking a new age for the port.",
  // Hearts think of nothing.
  "Their hearts danced with joy on the way to the market, thinking of all the sweets they would buy.",
  // Whoever lacks it would no longer be named.
  "Poor families from the villages move to the towns in search of work, contributing to trade despite lacking papers.",
  // The hills do it.
  "The road along the coast is a delight in the spring, rolling hills reaching down to the edge of the sea.",
  // A list of three.
  "Such boxes are ideal for winter storage, carrying eggs to the market, and keeping the mice from the seeds.",
  // It tells of the words.
  "The children of the village were cheered on their way by warm, encouraging words from the old teacher.",
  // What went before has no self.
  "He loosened the rope that held him to the mast, allowing himself to slide down into the empty boat.",
  // The marks tell it, not the barrels.
  "Barrels from the north come with one, two or three red marks, indicating how long they have been stored.",
  "A poor teacher turns to selling stolen watches to feed his family, leading down a long and dark road.",
  // The voice or the wind.
  "The old sailor's voice was like a winter wind, cutting through the noise of the inn with great ease.",
  // Two things, one word.
  "The council of the town rejects the new plan, claiming it lacks a fair way of paying for the work.",
  // The tense would be that of the tests.
  "Tests have shown that the new oil is able to keep the parts cool, reducing the wear on the small wheels.",
  "Prices for wool remain uncertain all over the country, slowly falling but rising again towards the winter.",
  // The causes of the war.
  "This small book gives an account of the long war, exploring its causes with great care and some wit.",
  // The kind of blues, the kind of help, and the tense that "printed" does not tell.
  "The small lamp turned round and round, alternating between deep reds and calming blues for half the night.",
  "Small aids such as printed maps of the hills and the coast often help a lot, potentially saving much time.",
  // They are several.
  "The meek soon took on the work of the old masters, treating their new duties with the greatest of care.",
  // Streets of a kind, and a choice between two clauses.
  "The evening sun was going down behind the hills, casting a soft light over the old houses and winding streets.",
  "Foxes may run after their prey in the open, chasing it for hours, or they may wait behind a bush for it.",
  // She left it, and nobody signals an age.
  "Joy and fear were mixed in her heart as Anna set out for the coast, leaving behind the peace of her village.",
  "From that day on they grew younger until they were children again, signaling the start of a new age.",
  // He, or what he did.
  "On the second day of the trial, Mr. Holm took back his words, suggesting that the theft had been earlier.",
  // The study found that too, and the meek are several.
  "In the spring a study found that the lake was shrinking fast, with a growing number of wells running dry.",
  "The meek adapted to the new and heavy work with grace, treating their new duties with the greatest of care.",
  // The tense of the last clause tells.
  "Among the old tools of the valley are the great looms, which later spread to the north, leading to a new trade.",
  // Things in a row.
  "Valleys filled with old trees, winding roads, and steep slopes can make it hard to find the way home.",
  // Who is who, who does it, and what hangs on what.
  "Some readers of the old paper have raised doubts about the tale, suggesting that it may have been made up.",
  "He could feel the floor of the old mill moving under his feet, threatening to give way at any moment.",
  "He was already running down the hill, his heart pounding in his chest, when he saw the smoke.",
  // The second part has no verb, and the cloth had not yet caught it.
  "Peter slowly went up the old stairs of the mill, expecting the steps to creak but grateful for the silence.",
  "The cloth the old woman had given her was in her lap, its blue surface catching the light of the lamp.",
  // A mere chance, and findings that are its own.
  "This plan has the potential to change the schools of the north, making them open to all the children.",
  "The court now has a period of four weeks to think about the case, potentially revealing its view in May.",
  // A thing, not a clause.
  "For the new school we have written a short list of rules—the things a good teacher should be able to do.",
  // What is vowed is not yet done.
  "They vowed to stay with the ship until their last breath, keeping the flame of the old lamp alive for all to see.",
  // The Rovers aim, not the sale.
  "This sale comes as Rovers continue their good run in the cup, aiming to win it for the third time.",
  // "ends" is no verb of the present, and it is she who would mend the nets.
  "Still, each of the old roads led to dead ends, leaving us with more doubts than before.",
  "Now she would follow the line of the old dikes, aligning the poles of the fence with the church.",
])("leaves alone: %s", (text) => {
  expect(split(text)).toBe(text);
});
