// Words of three and more syllables that machine-written texts use most and that have a short equal in the
// company named beside them. Chosen by how often they occur times the syllables they cost; each was read in
// some thirty places of texts by machines, and what went wrong there stands among the conditions.
import type { RuleList } from "../rule-table.ts";

export const SHORTER_WORDS: readonly RuleList[] = [
  {
    kind: "word",
    why: "shorter word for a quality",
    lines: `
      societal => social ; !prev:and,or ; !next:and,or
      alternative (ways|methods|approaches|routes|solutions|explanations|options) => other $1 ; !prev:and,or,the,no
      an alternative (way|method|approach|route|solution|plan|option|explanation) => another $1
      existing (methods|approaches|systems|laws|rules|models|research|customers|products|literature|policies|technology|technologies|conditions|tools|theories|knowledge) => current $1 ; !prev:pre,and,already
      important (question|questions|issue|lesson|lessons|difference|differences|skill|skills|feature|features|topic|finding|findings|message) => key $1 ; !prev:more,most,very,less,and,equally,so,as,how,too,particularly,especially,not,),but ; register:plain
      significant (gains|shifts|differences|gap|gaps|cuts|shift|difference|sums|savings) => big $1 ; register:plain ; !about:study,studies,results,test,tests,sample,group,groups,trial,p ; !prev:most,more,very,statistically,less,not,no,any,so,as,clinically,how,and
      significant (consequences|ramifications|disruption|delays|harm) => serious $1 ; register:plain ; !prev:most,more,very,statistically,less,not,no,any,so,as,clinically,how,and
      effective (communication|leadership|strategy|strategies|teaching|teacher|teachers|leader|leaders|teamwork) => good $1 ; register:plain ; !prev:more,most,and,less,cost,cost-,highly,very,as,how,and,equally
      previous (experience|experiences|generations|years|seasons|attempts|events|relationships|projects|successes|failures|mistakes|decades) => past $1 ; !prev:and,the,two,three,four,five,no,or
      fundamental (skills|difference|differences|problem|human|nature|part|knowledge|rules|rule) => basic $1 ; !prev:more,most,and ; !next:rights,right
      fundamental (change|changes|shift|shifts) => deep $1 ; !prev:more,most,and ; register:plain
      adequate (sleep|rest|time|food|water|funding|space|support|resources|light|exercise|money|staff) => enough $1 ; !prev:an,the,and,more,less,very ; register:plain
      adequate (training|protection|housing|nutrition|preparation|planning) => proper $1 ; !prev:an,and,more,less,very ; register:plain
      excessive (noise|heat|sugar|alcohol|salt|caffeine|spending|stress|sun) => too much $1 ; !prev:and,the,an,of,such,any,this ; !next:consumption,use,exposure,intake ; register:plain
      necessary (nutrients|skills|tools|resources|steps|changes|information|equipment|documents|adjustments|training|ingredients|funds|materials|knowledge|permits|repairs|paperwork) => needed $1 ; !prev:a,not,and,or,absolutely,more,most,the,all,medically,as
      significant (difficulties|risks|threats|obstacles|hurdles|barriers|economic|personal) => major $1 ; register:plain ; !prev:most,more,very,statistically,less,not,no,any,so,as,clinically,how,and
      appropriate (privacy|gear|precautions|counseling|protective|documentation|compensation) => proper $1 ; !prev:and,more,most,age,not,or ; register:plain
      the ultimate (decision|outcome|fate|responsibility) => the final $1
      (the|their|his|her|our|its|my|your) ultimate (goal|aim) => $1 end goal
      (be|is|are|was|were|been|very|quite|so|too|extremely|especially) challenging => $1 hard ; next:.,,,;,!,?,due,because,when,at ; !prev:and,or
      more challenging => harder ; !prev:and,or,,,even,highly ; next:.,,,;,than,to,for,when,because,if
      more difficult => harder ; !prev:and,or,, ; next:.,,,;,than,when,because,if,every,in
      relatively (small|low|high|simple|easy|new|short|young|cheap|large|quiet|safe|stable|rare|recent|common|slow|minor|easily|little|unknown) => fairly $1
      unwavering (gaze|focus|trust|courage|love|hand|voice|spirit|dedication) => steady $1 ; !prev:and
      meticulous (attention|planning|work|research|records|notes|study|analysis|process|preparation|preparations|approach|craftsmanship|record|record-keeping) => careful $1 ; !prev:and,more,most,or
      magnificent (castle|palace|cathedral|building|house|mansion|mountain|mountains|view|views|city|garden|gardens) => grand $1 ; !prev:and,most,more
      an array of => a range of ; nexttag:Noun,Adjective ; register:plain
      a host of => many ; bare:plural
      (relaxed|cozy|cosy|casual|romantic|homely|rustic|intimate) atmosphere => $1 feel ; !next:and,of ; !behind:in,into ; prev:a,an,the ; register:plain
      (this|that) particular => $1 ; nexttag:Noun ; register:plain ; !prev:in
      appropriate (behavior|behaviour|use|treatment|support|tools|technique|techniques|safety|education|resources|guidance|level|language) => proper $1 ; !prev:and,more,most,most,age,not,or ; register:plain
      (terrifying|terrible|horrific) => awful ; from:strong ; nexttag:Noun
    `,
  },
  {
    kind: "word",
    why: "shorter word for a thing",
    lines: `
      the atmosphere (is|was) (warm|lively|relaxed|friendly|cheerful|calm|welcoming) => the mood $1 $2 ; register:plain
      (work|working) environment => workplace ; !next:that,where,in,and ; !prev:hostile,remote,hybrid,home,team,field,group,virtual,and ; register:plain
      (work|working) environments => workplaces ; !prev:hostile,remote,hybrid,home,team,field,group,virtual,and ; register:plain
      opportunities to => chances to ; nexttag:Verb ; register:plain ; !prev:job,employment,career,business,investment,learning,economic,and,or,educational,equal,development,take,takes,taking,took,allow,allows,allowed,allowing,education,training,research,volunteer,market,growth,funding
      (different|various|other|differing|many|these|several) perspectives => $1 views ; !prev:from ; !next:and ; register:plain
      (different|new|unique|fresh|broader|interesting|their|his|my) perspective on => $1 view of ; !prev:from ; register:plain
      (many|several|numerous|serious|financial|technical|various|other|major|economic) challenges => $1 problems ; !next:and,or,to,of ; !at:start ; register:plain
      (risks|dangers|costs|challenges|benefits|stigma|problems) associated with => $1 of ; register:plain ; !next:each,either,these,those,them,it,this
      (an|the|this|any|further|sharp|big|large|steady|slight|sudden|rapid) increase in => $1 rise in ; !next:the ; register:plain
      (a|the|this|any|further|sharp|big|large|steady|slight|sudden|rapid) decrease in => $1 drop in ; !next:the ; register:plain
      (an|the|this|any|further|sharp|big|large|steady|slight|sudden|rapid) increase in the (number|cost|price|rate|level|use|demand|amount) => $1 rise in the $2 ; register:plain
    `,
  },
  {
    kind: "word",
    why: "shorter word for an action",
    lines: `
      provide/v access to => give access to ; !prev:was,were,is,are,be,been
      allow/v the (user|users|reader|readers|viewer|viewers|audience|player|players|team|student|students|company|patient|patients|body|brain|public|community|children|family|system|model|machine|program|customer|customers|author|writer|character|characters|listener) to => let the $1 ; nexttag:Verb ; register:plain ; !prev:not,are,is,were,was,be,been
      enable/v the (user|users|reader|readers|viewer|viewers|audience|player|players|team|student|students|company|patient|patients|body|brain|public|community|children|family|system|model|machine|program|customer|customers|author|writer) to => let the $1 ; nexttag:Verb ; register:plain ; !prev:not,are,is,were,was,be,been
      allow/v (his|her|their|our|your|my) (mind|body|children|thoughts|students|audience|readers|customers|users|team) to => let $1 $2 ; nexttag:Verb ; register:plain ; !prev:not,are,is,were,was,be,been
      foster/v (empathy|understanding|unity|respect|mutual|community|resilience|teamwork) => build $1 ; !prev:in,a,the ; !next:care,parents,children,homes
      foster/v an environment => build a setting ; from:strong
      facilitate/v (learning|understanding|movement|healing|recovery|decision-making) => aid $1 ; !prev:was,were,is,are,be,been,and ; register:plain
      reduce/v the (number|amount|cost|costs|time) => cut the $1 ; register:plain ; form:base,s,ing ; !prev:was,were,is,are,be,been,and
      reduce/v (crime|pollution|traffic|debt|taxes|prices|carbon|greenhouse) => cut $1 ; register:plain ; form:base,s,ing ; !prev:was,were,is,are,be,been,and
      increase/v the (risk|cost|chances|price|prices|level|levels|rate|rates) => raise the $1 ; register:plain ; !prev:was,were,is,are,be,been,an,a,this,any,and
      (is|are|was|were|been|often|widely|generally|also) considered one of => $1 seen as one of ; !prev:and ; register:plain
      (is|are|was|were|been|often|widely|generally) considered to be => $1 thought to be ; register:plain
      engage/v in conversation => talk/v ; next:.,,,with,about ; form:base,s,past,ing
      engage/v in (conversations|discussions) with => talk/v with ; register:plain
      come/v to an end => end/v ; form:s,past,ing ; !next:of
      take/v advantage of (the|this|these) (opportunity|opportunities|technology|offer|offers|resources|weather|latest|available|benefits|features|tools|natural) => use $1 $2 ; register:plain
      in collaboration with => with ; register:plain ; prev:work,works,worked,working,developed,created
      on behalf of (the|his|her|their|our|my|all|its) => for $1 ; register:plain ; from:strong
      communicate/v with (each|one|friends|family|loved) => talk with $1 ; register:plain ; !prev:to ; !about:device,devices,computers,systems,network,cells,neurons,server,servers,animals
      successfully (implemented|developed|created|managed|achieved|reached|built|raised|secured) => $1 ; !prev:and,not,been ; register:plain
      actively (participate|participating|participated|seek|seeking|engage|engaging|promote|promoting|support|supporting|pursue|pursuing|contribute|contributing) => $1 ; !prev:and,not,more,or ; register:plain
    `,
  },
  {
    kind: "word",
    why: "shorter adverb",
    lines: `
      particularly => especially ; !prev:not,and,or,more ; !next:and
      (increase|increased|increases|rise|risen|rose|fall|fallen|fell|drop|dropped|decline|declined|grown|grew|reduced|reduce) dramatically => $1 sharply ; !next:and,over,different
      dramatically (reduce|reduced|reduces|reducing|increase|increased|increases|increasing) => sharply $1 ; !prev:and
      dramatically (improve|improved|improves|improving|change|changed|changes|changing|altered) => greatly $1 ; !prev:and
      (substantially|considerably|tremendously|immensely) (reduce|reduced|increase|increased|improve|improved|changed|benefit|expanded) => greatly $2 ; !prev:and
      (benefit|benefited|helped|help|enjoyed|improved|varied|vary|varies|grown|contributed|increased|reduced|changed) (immensely|tremendously|enormously|considerably|substantially) => $1 greatly ; !next:and,more,less
      (if|when|where|whenever|wherever) necessary => $1 needed ; !next:and,for,to
      (could|can|may|might) potentially => $1 ; nexttag:Verb
      (not|isn't|wasn't|aren't|weren't) entirely (clear|sure|accurate|true|certain|convinced|happy) => $1 quite $2
      immediately => right away ; next:. ; !prev:and,or,almost,not,more
      (is|are|was|were) essentially (a|an|the) => $1 in effect $2 ; !next:same
      completely (immersed|absorbed|engaged|prepared|ready|dependent|independent|transparent|honest|restored|functional|developed|equipped|cooked|dry|charged|closed|open|removed|dedicated|trust) => fully $1 ; !prev:and,or
    `,
  },
];
