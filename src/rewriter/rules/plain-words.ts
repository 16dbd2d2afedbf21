// Inflated words and their plain equals, reviewed one by one. A word with two senses stands here only
// with a condition that tells them apart; hedges ("indicate", "suggest") and terms of art stay out.
import type { RuleList } from "../rule-table.ts";

export const PLAIN_WORDS: readonly RuleList[] = [
  {
    kind: "word",
    why: "plainer verb",
    lines: `
      utilize/v => use
      utilise/v => use
      leverage/v => use ; form:base,s,past,ing ; !next:ratio,ratios
      harness/v => use ; form:base,past,ing
      demonstrate/v => show
      showcase/v => show ; !prev:a,the,this
      illustrate/v => show ; register:plain
      exhibit/v => show ; !prev:a,an,the,this,each,every ; form:base,s,past,ing ; !tag:Noun
      underscore/v => show ; form:s,past,ing
      underscore/v => stress ; form:base ; prev:to,and,also
      highlight/v => show ; form:s,past,ing ; next:the,that,how,a,an,its,their,his,her,our
      emphasize/v => stress
      emphasise/v => stress
      enhance/v => improve ; !prev:contrast,computer
      augment/v => add to ; register:plain ; form:base,s,ing
      commence/v => start
      initiate/v => start ; !next:into
      endeavor/v to => try to
      endeavour/v to => try to
      strive/v to => try to ; form:base,s,ing
      attempt/v to => try to ; form:s,past,ing
      seek/v to => try to ; form:base,s,ing ; !next:be
      assist/v => help
      aid/v in => help in ; !prev:first,the,of,an
      facilitate/v => ease
      alleviate/v => ease
      mitigate/v => reduce ; register:plain
      exacerbate/v => worsen
      ameliorate/v => improve
      elucidate/v => explain
      necessitate/v => need ; form:base,s,past
      require/v => need ; form:base,s ; register:plain ; !next:that,to,by ; !prev:not
      possess/v => have ; form:base,s,past
      obtain/v => get ; register:plain ; form:base,s,past,ing ; !prev:was,were,is,are,be,been,being
      acquire/v => gain ; next:knowledge,skills,new,the,valuable,more,a,experience ; form:base,ing
      purchase/v => buy ; !prev:a,the,this,that,each,your,my,our,their,his,her,any,every,per,of,home,online,initial,first,last,future,in-app ; !tag:Noun
      reside/v in => live in ; register:plain
      inquire/v => ask
      comprehend/v => understand
      retain/v => keep ; register:plain ; !next:counsel,a,an
      garner/v => gain
      bolster/v => boost
      delve/v into => look into
      delve/v deeper into => look deeper into
      embark/v on => start ; register:plain
      embark/v upon => start ; register:plain
      culminate/v in => end in
      transpire/v => happen
      ascertain/v => find out
      select/v => choose ; register:plain ; !tag:Adjective ; form:base,s,past,ing ; !prev:a,the,of,few
      discover/v that => find that ; !prev:to
      reveal/v that => show that
      cultivate/v a sense of => build a sense of
      foster/v a sense of => build a sense of
      encompass/v => include ; form:base,s,past,ing
      witness/v => see ; form:past ; !prev:a,the,eye ; !next:by,testimony,a
      remain/v (a|an|one|the) => be/v still $1 ; form:base,s
      remains (unclear|unknown|uncertain|important|strong|weak|open|popular|high|low) => is still $1
      depart/v from => leave ; register:plain ; form:past,ing ; !next:the
      conversed => talked
      pondered => thought about ; next:the,his,her,their,my,its,this,that
      cease/v => stop ; !next:to,fire,and ; form:base,s,past
      persist/v in => keep on ; form:base,past
    `,
  },
  {
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
      objective/n => goal ; tag:Noun ; !next:function,functions,evidence,truth,reality,criteria,measure,measures,view ; !prev:be,is,are,more,an,and ; register:plain
      assistance => help ; !prev:financial,technical,legal,humanitarian,medical,foreign,public,social,an
      utilization of => use of
      utilisation of => use of
      advancement/n => advance
      enhancement/n => improvement
      endeavor/n => effort
      endeavour/n => effort
      inception => start ; prev:its,their,the,since,our
      ramifications => effects
      repercussions => effects
      commencement of => start of
      proficiency in => skill in
      a testament to => proof of
      a multitude of => many
      a plethora of => many
      a myriad of => many
      myriad => many ; !prev:a,the ; !next:of
      an abundance of => plenty of
      a wealth of => plenty of
      a wide (range|array|variety) of => many
      a broad (range|array|variety) of => many
      a (vast|diverse) (array|range) of => many
      a (large|significant|considerable|substantial|vast|great) number of => many
      a number of => several ; !prev:of,by,with,from ; nexttag:Noun,Adjective,Gerund
      a (significant|substantial|considerable|large) amount of => a lot of ; register:plain
      the majority of (the|these|those|its|their|our|his|her|my|your|them|us) => most of $1
      the majority of => most ; !next:the,these,those,its,their,our,his,her,my,your,them,us,a,an,all
      the utilization of => the use of
    `,
  },
  {
    kind: "word",
    why: "plainer adjective",
    lines: `
      numerous => many ; !prev:the,too,more,most,as,so,very,are,were,is,be,his,her,its,their,our ; !next:and
      (the|his|her|its|their|our) numerous => $1 many ; !next:and
      novel => new ; prev:a,this,the,our,two,three,several,these,and,propose,introduces ; nexttag:Noun,Adjective,Gerund ; !next:coronavirus,is,was,by,about,in,and,that,has,of,with,which,set,series,written,coronaviruses
      additional => more ; !prev:a,an,the,this,that,these,those,any,no,each,every,its,their,our,his,her,my,your,some,one,two,three,four,five,six,more,and ; !nexttag:Adverb ; register:plain
      an additional => another
      (the|this|that|these|those|any|no|its|their|our|some) additional => $1 extra
      subsequent => later ; !next:to
      subsequent to => after
      initial => first ; !next:public,value,values,condition,conditions,state,states,letter,letters,guess,and,velocity,population,position,investment,shock ; !prev:an,and
      an initial => a first ; !next:value,public,state,condition,guess,investment,velocity,population
      crucial => key ; prev:a,the,this,these,its,his,her,their,our,some,several,other,most ; nexttag:Noun ; !next:for,to,in
      pivotal => key ; prev:a,the,this,its,his,her,their ; nexttag:Noun
      significant => major ; register:plain ; !prev:most,more,very,statistically,less,not,no,any,so,as,clinically,how ; nexttag:Noun,Adjective ; !next:other,others,figures,digits,amount,number,amounts,difference,differences,for,to,in,and,as,that,because,than,portion,percentage,part,period,time
      comprehensive => full ; !next:school,insurance,and,income ; !prev:more,most,and,less,very ; nexttag:Noun,Adjective
      innovative => new ; !prev:more,most,and,an,very,highly,truly,is,are,be ; !next:and,new,ways ; nexttag:Noun
      an innovative => a new ; !next:and ; !nexttag:Adjective
      intricate => complex ; !prev:and,more,most ; !next:and
      multifaceted => complex ; !next:and
      profound => deep ; !prev:more,most,and ; !next:and,hearing
      immense => huge ; !prev:and ; !next:and
      tremendous => huge ; !next:and
      substantial => large ; register:plain ; nexttag:Noun ; prev:a,the,this ; !next:evidence,effort,time,progress,damage,work
      beneficial for => good for
      beneficial to => good for
      beneficial => helpful ; !next:for,to,ownership,owner,interest
      detrimental to => bad for
      detrimental => harmful ; !next:to
      advantageous => helpful
      challenging => hard ; !next:the,his,her,their,its,each,and,for,this,these,a,our ; !prev:are,is,was,were,be,been,and,by,of,more,most,less,from,without,physically,mentally,emotionally ; nexttag:Noun,Adjective
      (is|are|be|was|were|been|very|particularly|especially|extremely) challenging to => $1 hard to
      difficult => hard ; !prev:and,more,most,less,as ; !next:and,or,time,than
      the entire => the whole ; !next:whole ; nexttag:Noun
      an entire => a whole ; nexttag:Noun
      (his|her|their|its|my|our) entire => $1 whole ; nexttag:Noun
      erroneous => wrong ; nexttag:Noun
      sufficient => enough ; !prev:a,is,are,was,were,be,the,not,and,no,necessary,this,self,any,more ; nexttag:Noun ; !next:condition,conditions,statistic,statistics,for,to
      (is|are|was|were|be|not) sufficient to => $1 enough to
      (is|are|was|were|be|not) sufficient for => $1 enough for
      bustling => busy ; prev:a,the ; !next:with
      paramount importance => great importance
      optimal => best ; register:plain ; prev:the
      fundamental => basic ; next:understanding,principles,principle,concepts,concept,needs,question,questions
      vital => key ; next:role,roles ; prev:a
    `,
  },
  {
    kind: "word",
    why: "plainer adverb or preposition",
    lines: `
      approximately => about ; !prev:and
      frequently => often ; !next:asked,used,and ; !prev:and,more,most,less
      primarily => mainly
      predominantly => mainly
      subsequently => later ; !at:start ; !prev:and ; register:plain
      and subsequently => and then
      currently => now ; prev:is,are,was,were,am,be,been
      initially => at first ; !at:start ; !prev:was,were,had,been,not,be,is,are ; register:plain
      rapidly => quickly ; !next:and,changing,evolving,growing,advancing ; !prev:and,more,most
      swiftly => quickly ; !next:and ; !prev:and,more
      (extremely|incredibly|exceptionally|remarkably) => very ; nexttag:Adjective,Adverb ; !prev:and,an ; !next:and
      an (extremely|incredibly|exceptionally) => a very ; nexttag:Adjective
      completely => fully ; !prev:not,and ; !next:different,wrong,new,and,lost,random,naked,alone,free,separate,unaware,out ; register:plain
      entirely => fully ; !prev:not,and,almost ; !next:different,new,on,of,to,by,and,from,in,possible,clear,separate ; register:plain
      solely => only
      merely => just ; !prev:not,and,or ; !next:because
      simultaneously => at the same time ; !at:start ; !prev:and,to,while,by,can
      considerably (better|worse|higher|lower|larger|smaller|more|less|faster|slower|longer|shorter|easier|harder|stronger) => much $1
      significantly (better|worse|larger|smaller|more|less|faster|slower|longer|shorter|easier|harder|stronger) => much $1 ; register:plain
      substantially (better|worse|higher|lower|larger|smaller|more|less|faster|slower) => much $1
      significantly => greatly ; register:plain ; tag:Adverb ; next:improve,improves,improved,improving,enhance,reduce,reduces,reduced,reducing,increase,increases,increased,impact,impacts,affect,affects,affected,influence,influenced,contribute,contributed
      regarding => about ; !at:start ; !prev:is,are,was,were,of,by,and
      pertaining to => about
      with (regard|regards) to => about ; !at:start
      in regards to => about ; !at:start
      upon => on ; !prev:once,based,thereupon,put,looked,come,came,down,call,called,depends,depend,happened,stumbled,stumble,embarked,embark,early ; !next:a,which,whom
      (based|depend|depends|relies|rely|build|builds|built|reflect|draw|draws) upon => $1 on ; !next:which
      amidst => amid
      amongst => among
      whilst => while
      thereby => - ; nexttag:Gerund
      thus => - ; nexttag:Gerund ; prev:,
      prior to => before
      throughout the course of => throughout
      over the course of => over
      in close proximity to => near
      in the vicinity of => near
      in the midst of => amid
      in spite of => despite
      as opposed to => rather than
      such as => like ; register:plain ; !prev:in,of
    `,
  },
];
