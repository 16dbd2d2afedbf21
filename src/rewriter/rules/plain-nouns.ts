// Inflated nouns and amounts and their plain equals, reviewed one by one. "Opportunity" is a chance only
// before "to", a perspective a view only where people hold it: the neighbours decide.
import type { RuleList } from "../rule-table.ts";

export const PLAIN_NOUNS: RuleList = {
  kind: "word",
  why: "plainer noun",
  lines: `
    individuals => people ; !prev:the,two,three,four,five,six,seven,eight,nine,ten,these,those,of,all ; !next:with
    individuals with => people with
    individuals who => people who
    (these|those|other|many|some|most|all|of|young|older|two|three|four|five) individuals => $1 people
    an individual's => a person's
    an individual => a person ; !nexttag:Noun,Adjective,ProperNoun
    methodology/n => method ; !prev:agile,research
    assistance => help ; !prev:financial,technical,legal,humanitarian,medical,foreign,public,social,an
    utilization of => use of
    utilisation of => use of
    advancements => advances
    an advancement => an advance ; !next:of
    enhancement/n => improvement
    inception => start ; prev:its,their,the,since,our
    ramifications => effects
    repercussions => effects
    commencement of => start of
    proficiency in => skill in
    (issues|problems|challenges|difficulties) related to => $1 with ; register:plain
    (questions|topics|concerns|information) related to => $1 about ; register:plain
    regulations => rules ; register:plain ; !prev:and
    component/n of => part/n of ; register:plain
    a (significant|substantial|considerable|large) portion of => a large part of
    portion of => part of ; !prev:significant,substantial,considerable,large
    a combination of => a mix of ; register:plain
    beverage/n => drink/n
    the beginning of => the start of
    from the beginning => from the start
    a testament to => proof of
    a multitude of => many
    a plethora of => many
    a myriad of => many
    myriad => many ; !prev:a,the ; !next:of
    an abundance of => plenty of
    a wealth of => plenty of
    a wide (range|array|variety) of => many
    a broad (range|array|variety) of => many
    a (large|significant|considerable|substantial|vast|great) number of => many
    a number of => several ; !prev:of,by,with,from ; nexttag:Noun,Adjective,Gerund
    a (significant|substantial|considerable|large) amount of => a lot of ; register:plain
    the majority of (the|these|those|its|their|our|his|her|my|your|them|us) => most of $1
    the majority of => most ; !next:the,these,those,its,their,our,his,her,my,your,them,us,a,an,all
    the utilization of => the use of
    (the|this|every|another|any|no|great|good|rare|perfect|golden|excellent) opportunity to => $1 chance to
    an opportunity to => a chance to
    opportunities to => chances to ; prev:many,more,some,several,few,new,endless,us,them,you,people,students,plenty
    (better|deeper|clear|good|full|thorough|deep|clearer|greater) understanding of => $1 grasp of ; register:plain ; !prev:mutual
    (diverse|opposing|political|differing) perspectives => $1 views
    (remote|secret|safe|quiet|hidden|beautiful|perfect|exact) location => $1 place ; !next:of,data
    a variety of => a range of ; nexttag:Noun,Adjective
    a vast array of => many
    a diverse range of => a wide range of
    an endeavor => an effort ; !next:to
    (this|that|the|our|their|his|her|any|every|these|those|such) endeavor => $1 effort
    (these|those|such|our|their|his|her|all) endeavors => $1 efforts
    (the|our|their|his|her|its|my|main|primary|ultimate|key|clear|common) objective => $1 goal ; !next:function,functions,evidence,truth,reality,criteria,measure,view,standard,and ; register:plain
    (the|our|their|his|her|its|my|main|key|clear|common|specific) objectives => $1 goals ; register:plain
    characteristics => features ; register:plain ; !prev:personality,physical,and,sex,sexual ; !next:and
    personality characteristics => personality traits
    (a|the|our|their|your|his|her|my|moral|ethical|shared) responsibility to => $1 duty to ; nexttag:Verb
    advertisement/n => ad/n ; register:plain
    (means|mode|modes|form|forms) of transportation => $1 of transport
    the inhabitants of => the people of
    each individual => each person ; !nexttag:Noun,Adjective,ProperNoun
    every individual => every person ; !nexttag:Noun,Adjective,ProperNoun
    any individual => any person ; !nexttag:Noun,Adjective,ProperNoun
    the individual => the person ; next:who,is,was,has,can,may,must ; register:plain
    each individual's => each person's
    the individual's => the person's ; register:plain
    a residence => a home ; register:plain
    (his|her|their|my) residence => $1 home ; register:plain
    the remainder of => the rest of
    in the aftermath of => after ; !at:start
    the vast majority of (the|these|those|its|their|our|his|her|my|your|them|us) => most of $1
    the vast majority of => most ; !next:the,these,those,its,their,our,his,her,my,your,them,us,a,an,all
    a significant part of => a large part of ; register:plain
    a great deal of => a lot of ; register:plain
    an extensive range of => many
    an assortment of => a mix of
    a majority of => most ; !next:the,these,those,its,their,our,his,her,my,your,them,us,a,an,all
    the necessity of => the need for ; register:plain
    the necessity for => the need for
    (an|the|this|some|no|any) alteration to => $1 change to
    alterations => changes ; register:plain
    cessation of => end of ; prev:the
    the duration of => the length of ; !prev:for
  `,
};
