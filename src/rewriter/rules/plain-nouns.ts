// Inflated nouns and amounts and their plain equals, reviewed one by one. "Opportunity" is a chance only
// before "to", a perspective a view only where people hold it: the neighbours decide.
import type { RuleList } from "../rule-table.ts";

export const PLAIN_NOUNS: RuleList = {
  kind: "word",
  why: "plainer noun",
  lines: `
    individuals => people ; !prev:the,two,three,four,five,six,seven,eight,nine,ten,these,those,of,all,as,both,between ; !next:with,and,or,as,of ; !behind:us,we,our,ourselves ; !about:society,collective,species,traits,genes,genetic,offspring,population,selection,allele,alleles,mutation
    individuals with => people with ; !about:species,traits,genes,genetic,offspring,population,selection,allele,alleles,mutation
    individuals who => people who ; !prev:as ; !behind:us,we,our,ourselves ; !about:species,traits,genes,genetic,offspring,population,selection,allele,alleles,mutation
    (these|those|other|many|some|most|all|of|young|older|two|three|four|five) individuals => $1 people ; !next:and,or,as ; !behind:us,we,our,ourselves ; !about:society,collective,species,traits,genes,genetic,offspring,population,selection,allele,alleles,mutation
    an individual's => a person's
    an individual => a person ; !nexttag:Noun,Adjective,ProperNoun ; !next:basis,level,case,death,or,and ; !prev:as
    methodology/n => method ; !prev:agile,research,and ; !at:start ; !next:and,section
    assistance => help ; !prev:financial,technical,legal,humanitarian,medical,liquidity,emergency,foreign,public,social,an,government,federal,state,welfare,housing,food,disaster,military,economic,development,roadside,and,judicial ; !next:program,programs,fund,and
    utilization of => use of
    utilisation of => use of
    advancements => advances
    an advancement => an advance ; !next:of
    enhancement/n => improvement ; prev:performance,significant,further,future,these,minor,quality,safety,security,product,substantial,major ; !nexttag:Noun ; !next:and
    inception => start ; prev:its,their,the,since,our
    ramifications of => effects of ; !prev:legal,and,or
    repercussions of => effects of ; !prev:legal,and,or
    commencement of => start of
    proficiency in => skill in
    (questions|concerns|information) related to => $1 about ; register:plain
    regulations => rules ; register:plain ; prev:these,those,such,new,strict,stricter,tough,tougher,clear,clearer,fewer,more,government,existing ; !next:and,of
    (key|vital|crucial|critical|important|major|central|essential) component of => $1 part of ; register:plain
    a (significant|substantial|considerable|large) portion of => a large part of
    portion of => part of ; !prev:significant,substantial,considerable,large,small,generous
    a combination of => a mix of ; register:plain ; next:factors,skills,different,both,various,many,luck,talent,hard,fear,old,new,traditional,modern,humor,styles,techniques,flavors,genres ; !about:prescribe,prescribed,drugs,medication,medications,dose
    beverage/n => drink/n ; !prev:adult ; !next:industry,company
    the beginning of => the start of ; !prev:in,from ; !ahead:end
    from the beginning => from the start
    a testament to => proof of ; prev:is,are,was,were,as,be,been
    a multitude of => many ; bare:plural
    a plethora of => many ; bare:plural
    a myriad of => many ; bare:plural
    myriad => many ; !prev:a,the ; !next:of
    an abundance of => plenty of ; !prev:with
    a wealth of => plenty of ; !prev:is,are,was,were,be,become,becomes,became
    (a wide|a broad|an extensive) (range|array|variety) of => many kinds of ; bare:plural ; !next:different,various,age,price,income ; !thing:temperatures,frequencies,conditions,values,ages,prices,sizes,speeds,fields,wavelengths,energies,distances,levels,scales,pressures,parameters,doses,concentrations,angles,velocities,densities,rates,budgets,incomes,settings,heights,weights,abilities,intensities,depths,colors,colours,shades,shapes,styles
    a (wide|broad) (range|array|variety) of (topics|subjects|issues|options|benefits|factors|activities|features|questions|services|tasks) => many $3
    a (large|significant|considerable|substantial|vast|great) number of => many ; bare:plural
    a number of => several ; !prev:of,by,with,from ; nexttag:Noun,Adjective,Gerund
    a (significant|substantial|considerable|large) amount of => a lot of ; register:plain
    the majority of (the|these|those|its|their|our|his|her|my|your|them|us) => most of $1 ; !ahead:vote,votes,seats,shares,delegates,stock ; !behind:win,wins,won,winning
    the majority of => most ; bare:plural ; !thing:votes,seats,shares,delegates ; !behind:win,wins,won,winning
    the utilization of => the use of
    (the|every|another|any|no|great|good|rare|perfect|golden|excellent) opportunity to => $1 chance to ; nexttag:Verb ; !behind:take,takes,took,taking,taken,use,seize,seized
    an opportunity to => a chance to ; nexttag:Verb
    opportunities to => chances to ; prev:many,more,some,several,few,new,endless,us,them,you,people,students,plenty ; nexttag:Verb
    (gain|gains|gained|gaining|get|gets|got|getting|have|has|had|having) a (better|deeper|good|firm|clear|clearer|full|solid) understanding of => $1 a $2 grasp of ; register:plain ; !next:each,one
    (diverse|opposing|political|differing) perspectives => $1 views
    (secret|safe|quiet|hidden|beautiful) location => $1 place ; !next:of,data
    a variety of => a range of ; nexttag:Noun,Adjective
    a vast array of => many ; bare:plural
    a diverse range of => a wide range of
    an endeavor => an effort ; !next:to
    (this|that|the|our|their|his|her) endeavor => $1 effort ; !next:to
    (these|those|such|our|their|his|her|all) endeavors => $1 efforts
    (the|our|their|his|her|its|my|main|primary|ultimate|key|clear|common) objective => $1 goal ; next:is,was,of,here,.,for ; register:plain
    (the|our|their|his|her|its|my|main|key|clear|common|specific) objectives => $1 goals ; register:plain
    (key|main|defining|distinctive|basic) characteristics of => $1 features of ; register:plain ; !thing:people,person,children,students,leader,leaders,man,woman
    personality characteristics => personality traits
    (a|the|our|their|your|his|her|my|moral|ethical|shared) responsibility to => $1 duty to ; nexttag:Verb
    advertisement/n => ad/n ; register:plain ; !at:start
    (means|mode|modes|form|forms) of transportation => $1 of transport
    the inhabitants of => the people of
    each individual => each person ; !nexttag:Noun,Adjective,ProperNoun ; !next:values,case,death
    every individual => every person ; !nexttag:Noun,Adjective,ProperNoun ; !next:values,case,death
    any individual => any person ; next:who,or,to,can,may,should,is,has,with,.
    the individual => the person ; next:who,is,was,has,can,may,must ; register:plain
    each individual's => each person's
    the individual's => the person's ; register:plain
    a residence => a home ; register:plain
    (his|her|their|my) residence => $1 home ; register:plain
    the remainder of => the rest of
    in the aftermath of => after ; !at:start
    the vast majority of (the|these|those|its|their|our|his|her|my|your|them|us) => most of $1
    the vast majority of => most ; bare:plural
    a significant part of => a large part of ; register:plain
    a great deal of => a lot of ; register:plain
    an assortment of => a mix of
    a majority of => most ; bare:plural ; !thing:votes,seats,shares,delegates,states ; !behind:win,wins,won,winning
    the necessity of => the need for ; register:plain
    the necessity for => the need for
    (an|the|this|some|no|any) alteration to => $1 change to
    alterations => changes ; register:plain ; !prev:residential,structural,clothing,and ; !next:and
    cessation of => end of ; prev:the
    the duration of => the length of ; !prev:for
  `,
};
