// Padding: phrases that say in several words what one says, nouns that hide a verb, words said twice,
// and ornaments that machine-polished texts repeat. Counts from training/rewriter-mine.py pointed at
// many of them; each was then judged by eye.
import type { RuleList } from "../rule-table.ts";

export const PHRASES: readonly RuleList[] = [
  {
    kind: "phrase",
    why: "shorter phrase, same meaning",
    lines: `
      in order to => to ; !prev:not
      in order for => for
      so as to => to ; !prev:not
      due to the fact that => because
      owing to the fact that => because
      because of the fact that => because
      given the fact that => since
      in light of the fact that => since
      in view of the fact that => since
      despite the fact that => although
      in spite of the fact that => although
      regardless of the fact that => although
      in the event that => if
      for the purpose of => for ; !next:this,the
      at this point in time => now
      at the present time => now
      at the present moment => now
      in today's (world|society) => today ; !ahead:where
      in today's (fast-paced|digital|modern) (world|age|era|society) => today ; !ahead:where
      on a daily basis => daily
      on a regular basis => regularly
      on a weekly basis => weekly
      in a timely manner => promptly
      in a timely fashion => promptly
      in the realm of => in
      in the field of => in ; register:plain ; !next:view
      the process of => - ; nexttag:Gerund ; !next:being ; register:plain ; prev:of,through,during,simplify,streamline
      the fact of the matter is that => the fact is that
      until such time as => until
      with the exception of => except for
      in the absence of => without
      in conjunction with => with
      in accordance with => in line with ; register:plain
      in the process of => - ; nexttag:Gerund ; prev:is,are,was,were,am
      for the duration of => during
      in the near future => soon ; !at:start ; next:.,;,!,?
      take/v into consideration => consider ; form:base,s,past,ing
      take/v into account => consider ; next:the,all,their,its,how,both
      play/v a (crucial|vital|pivotal|critical|central|key) role in => be/v key to ; form:base,s,past,participle
      play/v an (essential|integral) role in => be/v vital to ; form:base,s,past,participle
      serve/v as a (reminder|testament|symbol|guide|foundation|beacon|catalyst|bridge|tool|source|model|platform) => be/v a $1 ; form:s,base
      have/v a (significant|profound|major|substantial) impact on => greatly affect/v ; register:plain ; form:base,s,past
      have/v an impact on => affect/v ; form:base,s,past
      is able to => can ; !prev:not,it,never,and,or ; nexttag:Verb
      are able to => can ; !prev:not,never ; nexttag:Verb
      (has|have) the ability to => can ; !prev:to,not,will,would,may,might,must,should,could,and,also,can,don't,doesn't,didn't,won't,wouldn't,can't,cannot,couldn't,shouldn't,never,longer,do,does,did,'ll,'d,or,still,shall ; nexttag:Verb
      (has|have) the capacity to => can ; !prev:to,not,will,would,may,might,must,should,could,and,also,can,don't,doesn't,didn't,won't,wouldn't,can't,cannot,couldn't,shouldn't,never,longer,do,does,did,'ll,'d,or,still,shall ; nexttag:Verb
      (has|have) the potential to => could ; !prev:to,not,will,would,may,might,must,should,could,and,also,that,which,can,don't,doesn't,didn't,won't,wouldn't,can't,cannot,couldn't,shouldn't,never,longer,do,does,did,'ll,'d,or,still,shall ; nexttag:Verb
      provide/v (insight|insights) into => give $1 into
      provide/v (valuable|useful) insights into => give $1 insights into
      provide/v an overview of => give an overview of
      provide/v a (comprehensive|complete) overview of => give a full overview of
      provide/v a detailed overview of => give a detailed overview of
      a wide spectrum of => many kinds of ; bare:plural ; !thing:frequencies,wavelengths,colors,colours,values
      each and every => every
      first and foremost => first
      in a variety of ways => in different ways
      various different => various
      in terms of both => in both
      the way in which => how ; !prev:is
      the ways in which => how ; !prev:are,of,all,one
      the manner in which => how
      the extent to which => how far ; from:strong
      the reason why is that => the reason is that
      the reason why => why ; prev:is,understand,explain
      whether or not => whether ; !next:to ; prev:decide,decides,decided,deciding,determine,determines,determining,know,knows,knew,ask,asked,asks,see,about,question,of,consider,wonder,wondered,on
      is of (great|utmost|paramount) importance => matters a great deal
      as a means of => as a way of
      as a means to => as a way to ; !nexttag:Gerund
      by means of => by ; nexttag:Gerund
      in the long run => over time ; from:strong
    `,
  },
  {
    kind: "phrase",
    why: "verb instead of a noun that hides it",
    lines: `
      make/v a decision => decide/v ; !next:about,on,tree
      make/v a decision to => decide/v to
      make/v decisions => decide/v ; from:strong ; !prev:of
      make/v an attempt to => try/v to
      make/v a contribution to => contribute/v to
      make/v use of => use/v
      make/v an effort to => try/v to
      make/v improvements to => improve/v
      come/v to the conclusion that => conclude/v that
      come/v to a decision => decide/v
      reach/v a decision => decide/v
      reach/v the conclusion that => conclude/v that
      conduct/v an (investigation|inquiry) into => look/v into
      conduct/v an analysis of => study/v ; register:plain
      perform/v an analysis of => study/v ; register:plain
      carry/v out an analysis of => study/v ; register:plain
      conduct/v research on => study/v
      give/v consideration to => consider/v
      provide/v assistance to => help/v
      provide/v support to => support/v ; !next:his,her,their,its
      provide/v support for => support/v ; !next:the,his,her,their,its ; !nexttag:Gerund
      offer/v assistance to => help/v
      provide/v a description of => describe/v
      provide/v an explanation of => explain/v
      provide/v an explanation for => explain/v
      have/v a tendency to => tend/v to
      have/v a preference for => prefer/v ; form:base,s
      have/v a need for => need/v ; form:base,s
      show/v signs of improvement => improve/v ; from:strong
      undergo/v a transformation => change/v
      place/v emphasis on => stress/v
      place/v an emphasis on => stress/v
      put/v an emphasis on => stress/v
      gain/v an understanding of => understand ; form:base ; prev:to
      engage/v in discussions about => discuss/v
    `,
  },
  {
    kind: "phrase",
    why: "says the same thing twice",
    lines: `
      goals and objectives => goals ; register:plain
      needs and requirements => needs ; register:plain
      feelings and emotions => feelings
      emotions and feelings => feelings
      new and innovative => new
      simple and easy => simple
      easy and simple => simple
      full and complete => full
      true and accurate => accurate ; register:plain
      strange and unusual => strange
      calm and peaceful => calm
      peaceful and calm => calm
      vibrant and lively => lively
      lively and vibrant => lively
      difficult and challenging => hard
      challenging and difficult => hard
      smart and intelligent => smart
      joy and happiness => joy
      happiness and joy => joy
      dreams and aspirations => dreams
      views and opinions => views
      opinions and views => views
      wishes and desires => wishes
      separate and distinct => separate
      various and diverse => diverse
      continue/v on => go on ; form:base,s,past,ing ; next:.
      ask/v the question of => ask
      refer/v back to => refer to
      return/v back => return/v ; next:to,home,.
      repeat/v again => repeat/v
      advance/v forward => advance/v
      plan/v ahead for the future => plan/v ahead
      mutual cooperation => cooperation
      true facts => facts
      sum total => total
      free gift => gift
      general consensus => consensus
      personal friend => friend
      unexpected emergency => emergency
      usual custom => custom
      whole entire => whole
      each individual (student|component|company|member|child|player|user|case|item|state|employee|patient|country|family|piece|part|step|word|team|product|customer|consumer) => each $1 ; register:plain
      in close proximity => close ; !next:to
      end result => result
      final outcome => outcome
      past history => history
      past experiences => experiences ; prev:his,her,their,my,our
      future plans => plans ; prev:his,her,their,my,our,its
      advance planning => planning
      completely eliminate/v => eliminate/v
      completely unique => unique
      very unique => unique
      absolutely essential => essential
      absolutely necessary => necessary
      basic fundamentals => basics
      brief summary => summary
      collaborate/v together => work/v together
      combine/v together => combine/v
      merge/v together => merge/v
      unexpected surprise => surprise
      added bonus => bonus
      new innovations => innovations
      reason is because => reason is that
      rules and regulations => rules ; register:plain
      any and all => all ; register:plain
      over and over again => again and again
      unwavering (commitment|support|belief|faith|determination|resolve|loyalty|conviction) => firm $1
      small in size => small
      large in size => large
      few in number => few
      during the course of => during
      period of time => time ; prev:long,short,longer,shorter ; from:strong
      still remain/v => remain/v
      continue/v to remain => remain/v ; form:base,s,past
    `,
  },
  {
    kind: "phrase",
    why: "a small word that can go",
    lines: `
      (say|says|said|saying|think|thinks|thought|thinking|hope|hoped|hoping|guess|agreed|insisted|complained|reckon|reckons) that (i|you|he|she|it|we|they|this|there|his|her|my|the|their|our) => $1 $2 ; register:plain ; !prev:and,or,the,a,his,her,their,is,are,was,were,be,been,it,not,'s
      (believe|believes|believed|believing|know|knew|knows|knowing|feel|felt|feeling|realized|realised|wish|wished|swear|claims|claimed|added|noted|explained|announced|admitted|decided|discovered|noticed|remembered|imagine|understand|understood|means|meant|found|heard|learned|learnt|argued|mentioned|suspected|figured) that (i|he|she|it|we|they|there) => $1 $2 ; register:plain ; !prev:and,or,the,a,his,her,their,is,are,was,were,be,been,it,not,'s
      that (he|she|we|they|you|it) => $1 ; register:plain ; !behind:so,such,in,through,by,at,on,for,from,with ; prev:thing,things,way,ways,everything,something,anything,nothing,work,book,books,story,stories,decisions,life,lives,people,person,place,places,problems,lessons,lesson,choices,mistakes,mistake,skills,information,script,world,man,woman,house,food,music,words,questions,goals,dreams,challenges,experiences,songs,song,money,job,games,game,car,letter,letters,tools,data,products,services,items,clothes,films,film,movie,movies,memories,friends,character,characters,one,ones,team,path,journey,project,kind,type,amount,level,price,value,efforts,changes,steps,methods,techniques
      (make|makes|made|making) sure that => $1 sure
      (seems|seemed|appears|appeared) that (i|you|he|she|it|we|they|this|there|his|her|my|the|their|our) => $1 $2 ; register:plain ; prev:it
      so that (i|we|you|he|she|they|it|people|the) => so $1 ; register:plain ; !prev:,,it,is,are,was,be
      (told|tells|tell|assured|reminded|convinced) (me|him|her|us|them|you) that (i|he|she|it|we|they|there) => $1 $2 $3 ; register:plain
      , which (is|was|are|were) (known|called|named|based|located|used|designed|made|considered) => , $2
      (that|which) are (interested|involved|affected|based|designed|made|used|known|living|working|suffering|struggling|seeking|looking|trying|waiting|caused|created|produced|written|provided|needed|required|available) => $2 ; !prev:,,and,or,but,so,all,it,means,those ; !nexttag:Adjective
      (that|which) is (based|designed|made|used|known|caused|created|produced|written|provided|needed|required|available) => $2 ; !prev:,,and,or,but,so,it,means,all,one ; !nexttag:Adjective
      (world|place|city|country|society|situation|situations|environment|room|area|case|cases|house|era|region) in which => $1 where ; !next:to
      but rather => but ; !prev:,
      , but rather => , but
      all of (his|her|my|our|their|these|those|this|your|its) => all $1
      both of (these|those|his|her|my|our|their) => both $1
      outside of (the|a|my|his|her|our|their|this|school|work) => outside $1 ; !prev:the,and,or,to
      inside of (the|a|my|his|her|our|their|this) => inside $1 ; !prev:the,and,or,to
      off of => off
      a lot of different => many different
      in and of itself => in itself
      as to whether => whether
      until such a time as => until
    `,
  },
];
