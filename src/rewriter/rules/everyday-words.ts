// Nouns, adjectives, adverbs and set phrases that machine-written texts use several times as often as people
// do, with the everyday word. Chosen by how often they occur, and judged one by one in their usual company.
import type { RuleList } from "../rule-table.ts";

export const EVERYDAY_WORDS: readonly RuleList[] = [
  {
    kind: "word",
    why: "everyday noun",
    lines: `
      the individuals => the people ; !next:and,with,or ; !prev:as
      the atmosphere was (tense|electric|festive|somber|sombre|heavy|charged|jubilant|relaxed) => the mood was $1
      strategies to => ways to ; nexttag:Verb ; register:plain ; prev:effective,various,different,several,new,many,some,other,simple,useful,practical,more,few,proven,common,develop,find
      strategies for => ways of ; nexttag:Gerund ; register:plain ; prev:effective,various,different,several,new,many,some,these,other,simple,the,useful,practical,more,few,proven,common
      techniques for => ways of ; nexttag:Gerund ; register:plain ; prev:effective,various,different,several,new,many,some,these,other,simple,the,useful,practical,more,few,proven,common
      techniques to => ways to ; nexttag:Verb ; register:plain ; prev:effective,various,different,several,new,many,some,other,simple,useful,practical,more,few,proven,common
      (take|takes|took|taking|taken|these|new|practical) measures to => $1 steps to ; nexttag:Verb ; register:plain
      (environmental|health|social|economic|negative|long-term|harmful|physical|psychological) consequences of => $1 effects of ; register:plain ; !behind:face,faces,faced,facing,suffer,suffers,suffered,suffering,bear,bears,pay ; !thing:actions,action,choices,choice,decision,decisions,failure,mistake,mistakes
      (time|space|budget|age) limitations => $1 limits ; !next:and,of
      (all|many|different|some|other|most) aspects of => $1 parts of ; register:plain ; thing:life,lives
      automobile/n => car/n
      cuisine => food ; register:plain ; !prev:haute,a,nouvelle,molecular ; !next:and
      this establishment => this place ; register:plain
      the establishment => the place ; next:is,was,has,had,itself,. ; register:plain
      the magnitude of the => the size of the ; register:plain ; !next:vector,force,earthquake,acceleration,velocity
      (large|vast|huge) quantities of => $1 amounts of
      adversity => hardship ; register:plain ; !prev:of
      tranquility => calm ; !prev:and,the ; !next:and
      serenity => calm ; !prev:and,the ; !next:and
      camaraderie => friendship ; !next:and ; !prev:and
      trepidation => fear ; !next:and ; !prev:and
      (its|their|the|our|local) inhabitants => $1 people ; !next:of
      inhabitants of the => people of the ; prev:the,other,some,all
      (have|has|had|having) difficulty => $1 trouble ; nexttag:Gerund
      (have|has|had|having) difficulty with => $1 trouble with
      difficulties => problems ; register:plain ; !prev:learning,technical,breathing,financial,and,its,the,great ; !next:and,in,of,with ; !nexttag:Gerund
      modifications to => changes to ; register:plain ; !thing:genome,genes,gene,dna
      modifications => changes ; register:plain ; !prev:genetic,and,behavior,body,gene ; !next:and,of,to
      (my|your|his|her|daily|household|official) responsibilities => $1 duties ; register:plain ; !next:of,and,as,to
      (the|an|any|its|their|no|this|big|great|positive|negative|lasting|direct|real) impact (on|of) => $1 effect $2 ; !next:impact,crater ; !behind:make,makes,made,making,leave,leaves,left ; !about:collision,crash,asteroid,meteorite ; register:plain
      the impacts of => the effects of ; register:plain
      solace => comfort
      one fateful (day|night|evening|morning|afternoon) => one $1
      with each passing (day|year|moment|week|month|hour|minute|second) => with each $1
      from that day forward => from then on
      from that moment forward => from then on
      unbeknownst to => unknown to
      a sense of (relief|pride|joy|peace|dread|calm|guilt|hope|unease|wonder|awe|excitement|satisfaction|gratitude|sadness|nostalgia|freedom|despair|fear|comfort|warmth|emptiness|longing|anticipation|sorrow|regret|panic|contentment|happiness|confusion|resignation|amusement|horror) => $1 ; prev:felt,feel,feeling,feels,with,of,by
      felt a (deep|profound|great|strong|growing|sudden) sense of (relief|pride|joy|peace|dread|calm|guilt|hope|unease|wonder|awe|excitement|satisfaction|gratitude|sadness|despair|fear|comfort|warmth|longing|sorrow|regret|panic) => felt $1 $2
      with a (deep|profound|great|strong|growing) sense of (relief|pride|joy|peace|dread|calm|guilt|hope|unease|wonder|awe|excitement|satisfaction|gratitude|sadness|despair|fear|comfort|warmth|longing|sorrow|regret) => with $1 $2
      (gain|gains|gained|gaining) insights into => $1 insight into
      (gain|gains|gained|gaining|get|gets|got|getting|have|has|had|having) an understanding of => $1 a grasp of ; register:plain
      the significance of => the meaning of ; from:strong
      a multitude => a crowd ; !next:of
      the completion of => the end of ; from:strong
      the acquisition of (knowledge|skills|new) => gaining $1 ; register:plain
      the inclusion of => including ; from:strong
      instances of => cases of ; register:plain ; !about:class,object,objects,code ; !at:start
      numerous instances => many cases
      (some|many|most|certain|rare) instances => $1 cases ; register:plain
      for instance , => for example,
      the aroma of => the smell of
      a (gentle|soft|warm) illumination => a $1 light
      the vastness of => the size of ; from:strong
      attire => clothes ; register:plain ; !prev:an
      apparel => clothing ; register:plain
      (create|creates|created|creating) (job|employment) opportunities => $1 jobs ; register:plain ; !next:and
      (create|creates|created|creating) (new|more|better) (job|employment) opportunities => $1 $2 jobs ; register:plain ; !next:and
      career opportunities => jobs ; from:strong
      educational institutions => schools and colleges ; register:plain
      higher levels of => more ; from:strong
      the vast majority => most ; from:strong
      in the majority of cases => in most cases
      decision-making process => decisions ; from:strong
      a lifetime of => years of ; from:strong
      the entirety of the => the whole
      the entirety of (his|her|their|my|our|its|this) => all $1
    `,
  },
  {
    kind: "word",
    why: "everyday adjective",
    lines: `
      comprehensive (list|overview|review|survey|study|report|analysis|account|guide|description|history|summary|assessment|evaluation|examination|plan|search|inspection|explanation|record) => full $1 ; !prev:more,most,and,very,less,or
      significant (damage|harm|injuries) => serious $1 ; register:plain ; !prev:most,more,very,less,not,no,any,so,as,how
      significant (cultural|social|political|technological|environmental|financial|legal|health) => major $1 ; register:plain ; !prev:most,more,very,less,not,no,any,so,as,how
      significant (potential|promise|strides|success|strength) => great $1 ; register:plain ; !prev:most,more,very,less,not,no,any,so,as,how ; !nexttag:Noun
      significant (attention|interest|debate|support) => much $1 ; register:plain ; !prev:most,more,very,less,not,no,any,so,as,how,a
      a significant (reduction|decrease|blow|setback|boost|gap|advantage|benefit|leap|moment|part|event|issue|figure|concern) => a big $1 ; register:plain
      potential (risks|benefits|problems|causes|solutions|consequences|threats|dangers|effects|side|impact|conflicts|danger|threat|risk|solution|uses|impacts|hazards) => possible $1 ; !prev:and,or,full,great,most
      effective (way|ways|method|methods|tool|tools|means) => good $1 ; register:plain ; !prev:more,most,and,less,cost,highly,very,as,how,or,safe,only
      (face|faces|faced|facing|pose|poses|posed|posing|overcome|overcoming|common|these) challenges => $1 problems ; register:plain ; !next:and,to,of ; !behind:address,addresses,addressing,addressed,meet,meeting,rise
      valuable (insights|information|resource|tool|tools|skills|lessons|lesson|experience|advice|knowledge) => useful $1 ; !prev:more,most,less,and,very
      powerful (impact|message|effect|emotions|influence|impression|argument|case|bond|sense) => strong $1 ; !prev:more,most,and,less
      a positive (impact|effect) on => a good effect on ; register:plain ; !prev:make,makes,made,making,leave,left
      a negative (impact|effect) on => a bad effect on ; register:plain ; !prev:make,makes,made,making,leave,left
      negative (effects|impacts|consequences|impact) => bad effects ; register:plain ; !prev:and,or,a,the ; next:on,of,for ; from:strong
      the appropriate (time|way|tools|tool|level|amount|place|size|choice|course|action|equipment|moment|balance|response|setting) => the right $1 ; register:plain
      considerable (time|effort|interest|attention|debate|thought) => much $1 ; !prev:a,the,very,and
      considerable (influence|skill|success|power|potential|strength|wealth) => great $1 ; !prev:very,and
      extensive (knowledge|vocabulary) => wide $1 ; !prev:more,most,and,less ; !next:base,bases
      an extensive (collection|library|network|menu|list|selection) => a large $1
      extensive damage => heavy damage
      an extensive => a wide ; next:range,variety,array,selection
      vibrant (colors|colours|hues|red|blue|green|yellow|orange|light|flowers) => bright $1 ; !prev:and
      vibrant (community|culture|city|atmosphere|scene|neighborhood|nightlife|communities|town|market|democracy|society|arts) => lively $1 ; !prev:and
      serene => calm ; !prev:and,more,most ; !next:and ; nexttag:Noun
      tranquil => quiet ; !prev:and,more,most ; !next:and ; nexttag:Noun
      picturesque => pretty ; !prev:and,more,most ; !next:and ; nexttag:Noun
      breathtaking => stunning ; !prev:and,more,most,absolutely ; !next:and
      captivating (story|tale|film|book|performance|narrative|plot|novel|read|movie|drama) => gripping $1 ; !prev:and,more,most
      a formidable (opponent|challenge|foe|task|enemy|obstacle|team|adversary|rival) => a tough $1
      profound (insight|insights|wisdom|change|changes|question|questions|shift|peace|appreciation|knowledge|lesson|emotions|meaning) => deep $1 ; !prev:more,most,and
      exceptional (service|food|customer|hospitality|job|value|care) => great $1 ; register:plain ; !prev:and,most,more
      (a|the) rapidly (changing|growing|evolving|advancing|expanding|developing) => $1 fast-$2 ; nexttag:Noun
      (our|today's|this) rapidly (changing|growing|evolving|advancing) => $1 fast-$2 ; nexttag:Noun
      an integral part of => a key part of
      an integral (component|aspect|role|element) => a key part ; from:strong
      (is|are|was|were) paramount => $1 vital ; !next:importance,to
      evident => clear ; !prev:self,and,more,highly ; !next:and
      (is|was|became|becomes|become|becoming) apparent => $1 clear ; !next:power,effect,reason
      (is|are|was|were) crucial to (the|our|their|a|understanding|ensuring|maintaining|building|any|this|success|its|his|her) => $1 key to $2 ; !prev:it
      ample => plenty of ; next:time,opportunities,space,evidence,room,opportunity,parking,food,light
      unforeseen => unexpected ; !prev:and ; !next:circumstances,and ; register:plain
      a diverse array of => many kinds of
      a diverse group of => a mixed group of ; register:plain
      various forms of => many forms of ; from:strong
      unparalleled (success|opportunity|opportunities|access|beauty|views|power) => great $1 ; from:strong
      robust (economy|system|growth|framework|defense|defence|debate|sales|demand|support) => strong $1 ; register:plain ; !prev:more,most,and
      prominent (role|figure|place|feature|part|position) => leading $1 ; from:strong
      plentiful => ample ; from:strong
      ancient wisdom => old wisdom ; from:strong
      the aforementioned => these ; from:strong
      a considerable (number|amount|portion|part|time|distance|sum|size) => a large $1 ; !next:of
      exorbitant (prices|price|costs|cost|fees|rates) => very high $1
      majestic (mountains|mountain|trees|tree|peaks|castle|oak|oaks|view|views|hills) => grand $1
      an abundant => a rich ; nexttag:Noun
      abundant => plentiful ; from:strong
      elderly (man|woman|couple|gentleman|lady) => old $1
      an elderly (man|woman|couple|gentleman|lady) => an old $1
      affluent => rich ; !next:and ; !prev:and,more,most,less ; nexttag:Noun
      impoverished => poor ; nexttag:Noun ; !prev:and,more,most
      deceased (father|mother|husband|wife|brother|sister|friend|parents|grandmother|grandfather) => late $1 ; register:plain ; prev:his,her,their,my,our
      weary (traveler|travelers|eyes|face|voice|soldiers|legs|man|woman|smile) => tired $1
      immediate (action|attention|help|danger|threat) => urgent $1 ; from:strong
      (highly|deeply) beneficial => very helpful
      somber => sad ; nexttag:Noun ; register:plain ; from:strong
    `,
  },
  {
    kind: "word",
    why: "everyday adverb or preposition",
    lines: `
      due to => because of ; after:verb ; register:plain ; nexttag:Noun,Determiner,Possessive,Adjective,Gerund ; !nexttag:Infinitive ; !prev:is,are,was,were,be,been,largely,it's,that's,,,or,and,being ; !next:be,start,begin,open,close,end,take
      while (it|there|this) (is|may|might|can|has) => although $1 $2 ; at:start ; !nexttag:Gerund ; !next:being,not
      while (some|many|most|such|these) => although $1 ; at:start ; !ahead:was,were,had
      each (day|year|week|month|time|morning|night|evening|moment|hour|student|child|member|person|step|word|breath|bite|detail|page|scene|visit|season|game) => every $1 ; !next:of,has,and ; !prev:of,,,with
      following (the|a|an|his|her|their|its|this) => after $1 ; at:start ; thing:death,war,attack,attacks,rescue,conquest,defeat,victory,collapse,announcement,incident,election,elections,accident,release,divorce,meeting,crash,revolution,invasion,independence,crisis,pandemic,outbreak,success,failure,arrest,trial,retirement,resignation,departure,return,storm,earthquake,fire,explosion,protest,protests,discovery,surgery,vote,match,game,season,graduation
      following (his|her|their|its) (win|defeat|injury|victory|arrest|resignation|loss|departure|appointment|crash|illness|retirement|conviction|return) => after $1 $2
      ahead of the (match|election|elections|meeting|vote|season|release|tournament|summit|trial|event|weekend|deadline|visit) => before the $1 ; !prev:is,are,was,were,get,got,stay
      in the wake of => after
      a total of => - ; nexttag:Value ; !at:start ; !prev:for,to,by,is,was,of
      (study|survey|research|experiment|experiments|poll|interviews|tests|studies|review|work) conducted (by|in|at|on|with) => $1 done $2 ; register:plain
      (was|were|been) conducted (by|in|at|on) => $1 done $2 ; register:plain
      as well => too ; next:. ; !prev:might,may,just,could
      per (year|day|week|month|hour|night) => a $1 ; register:plain
      at the age of => at ; nexttag:Value
      in the year => in ; nexttag:Value
      in the month of => in
      for a period of => for ; nexttag:Value
      over a period of => over ; nexttag:Value
      (is|are|was|were) known as => $1 called ; !prev:also ; register:plain
      during the (summer|winter|spring|afternoon|morning|evening|early|late) => in the $1 ; register:plain
      throughout the (world|country|city|region|state|nation|globe) => across the $1
      moved quickly => moved fast
      (ran|run|grew|grow|move|drove|drive|spread) quickly => $1 fast
      significantly (higher|lower) => much $1 ; register:plain
      (improve|improved|increase|increased|change|changed|reduce|reduced|grow|grown|vary|varies|contribute|contributed|improves|changes|expanded) significantly => $1 greatly ; register:plain ; !next:more,less
      increasingly => more and more ; nexttag:Adjective ; register:plain ; !prev:and,an,become,becoming,becomes,became
      (become|becoming|becomes|became) increasingly => $1 more and more ; nexttag:Adjective ; register:plain
      ultimately (won|decided|chose|succeeded|agreed|prevailed|settled|returned|resigned|left) => finally $1 ; !at:start ; !prev:will,would,could,may,might,can,and,to,should,must,'ll,,,was,were,is,are,be,been,had,has,have
      immediately (after|before|following) => right $1
      effortlessly => easily ; !prev:and,seemingly ; !next:and
      seamlessly => smoothly ; !prev:and,blend,blends,blended,blending,fit,fits ; !next:and,blend,blends,blended,blending,fits,into,with ; register:plain
      currently => now ; nexttag:Verb ; !prev:and,or,not ; !at:start
      currently => now ; next:in,at,on,under ; prev:he,she,they,is,are,it
      initially => at first ; !at:start ; nexttag:PastTense ; prev:he,she,it,they,we,i,who ; !next:offered,asked,paid
      (was|were) initially (a|an|the|in|at|on|very|quite|not|unsure|afraid|reluctant|skeptical|hesitant) => $1 at first $2
      subsequently => later ; !at:start ; nexttag:PastTense ; !prev:and
      and consequently => and so ; !next:,
      and therefore => and so ; !next:,
      and thus => and so ; !next:, ; !nexttag:Gerund
      and hence => and so ; !next:, ; !nexttag:Gerund
      within (the|this|our|their|its|his|each|these|a|my|your) => in $1 ; register:plain ; !prev:from,and,or,laced,hidden,buried,trapped,deep,embedded ; !next:hour,hours,day,days,week,weeks,month,year,years,next,first,last,past,limits,limit,range,scope,bounds,context,reach,law,rules,meaning,few,couple,span,time,framework,confines,realm,walls,budget,short,period,matter,vicinity,radius,distance,same,margin,norm,minute,minutes,own,fortnight,decade,decades,century,lifetime,means,mile,given,specified,grasp,rights,allotted,set,agreed,two,three,four,five,six,ten,window,timeframe,deadline ; !thing:minutes,hours,days,weeks,months,years,time,period,deadline,budget,limits,range
      upon (the|his|her|their|my|its|this|these|our) => on $1 ; !prev:once,came,come,comes,coming,stumbled,stumble,happened,fell,fall,falls,look,looked,looks,looking,gazed,gazing,gaze,seized,set,put,act,acted,bestowed,chanced,touch,touched,thereupon,hit ; !next:time
      upon (arriving|entering|returning|reaching|hearing|seeing|closer|further|arrival|waking|leaving|learning|opening|discovering|realizing|finding|completion|completing|receiving) => on $1 ; !prev:once
      (work|works|worked|working|studied|served) alongside => $1 with ; register:plain
      in the hopes of => hoping for ; from:strong
      in the hope of => hoping for ; from:strong
      with the goal of => to ; from:strong
      in the pursuit of => in pursuit of
      at a rapid pace => fast ; !next:and
      at an unprecedented rate => faster than ever ; from:strong
      on a global scale => worldwide
      on a large scale => widely ; from:strong
      in the majority of => in most ; !next:the,these,those,its,their,our,his,her,my,your,them,us
      for the most part , => mostly,
      to a large extent => largely ; !next:.
      to a great extent => largely ; !next:.
      to some extent => partly
      to a certain extent => partly
      in large part => largely
      in many instances => in many cases ; register:plain
      in some instances => in some cases ; register:plain
      in certain situations => at times ; from:strong
      from time to time => at times ; from:strong
      in the years to come => in coming years
      for years to come => for a long time ; from:strong
      all across the => across the
      throughout the entire => throughout the
      in order that => so that
      in search of => looking for ; prev:went,go,goes,going,out,set ; register:plain
      in the direction of => toward
      in front of => before ; from:strong
      at all times => always ; !prev:not ; from:strong
      in the same manner => in the same way
      in a manner that => in a way that
      in this manner => this way ; !at:start
      in a (clear|consistent|fair|logical|careful|calm|polite|thoughtful|systematic|constructive|sustainable) manner => in a $1 way
      through the use of => by using ; register:plain
      with the use of => by using ; register:plain ; !prev:concern,concerns,problem,problems,issue,issues,associated,come,comes,came,familiar,wrong,comfortable,experience,do
      by utilizing => by using
      with the intention of => to ; from:strong
      despite the challenges => despite the problems ; from:strong
      surrounding (the|his|her|their|this) (case|incident|issue|death|controversy|project|decision|election) => about $1 $2 ; prev:questions,concerns,debate,speculation,information,details,discussions,issues,facts ; register:plain
    `,
  },
];
