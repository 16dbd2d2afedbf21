// Stock openers, closers and connectives: dropped where the order of the sentences says as much, and
// otherwise put the way people put them. Contrast and consequence are never dropped.
import type { RuleList } from "../rule-table.ts";

export const CONNECTIVES: readonly RuleList[] = [
  {
    kind: "connective",
    why: "stock connective",
    lines: `
      moreover , => Also, | - ; at:start
      furthermore , => Also, | - ; at:start
      additionally , => Also, | - ; at:start
      in addition , => Also, | - ; at:start
      what is more , => Also, | - ; at:start
      besides this , => Also, ; at:start
      in addition to this , => Also, ; at:start
      firstly , => First, ; at:start
      first of all , => First, ; at:start
      to begin with , => First, ; at:start
      last but not least , => Finally, ; at:start
      as a matter of fact , => In fact, ; at:start
      in the meantime , => Meanwhile, ; at:start
      in recent times , => Recently, ; at:start
      with (regard|regards) to => as for ; at:start
      regarding => as for ; at:start ; next:the,this,these,your,my,our
      as a result , => So ; at:start ; !next:many,much,few,little,far,long,often,and,so,of
      in contrast , => By contrast, | But ; at:start
      specifically , => - ; at:start
      in particular , => - ; at:start
      to this end , => So ; at:start ; !next:many,much,few,little,far,long,often,and
      to achieve this , => For this, ; at:start
      in this context , => Here, ; at:start
      in this regard , => Here, ; at:start
      (suddenly|soon|today|sometimes|now|recently) , (he|she|it|they|we|i|the|a|there) => $1 $2 ; at:start
      secondly , => Second, ; at:start
      thirdly , => Third, ; at:start
      lastly , => Finally, ; at:start
      however , => But | Still, | Yet ; at:start ; !next:and,so,but,although,while
      nevertheless , => Still, ; at:start
      nonetheless , => Still, ; at:start
      consequently , => So | As a result, ; at:start ; !next:many,much,few,little,far,long,often,and,so,as,although,while,because,since
      therefore , => So ; at:start ; !next:many,much,few,little,far,long,often,and,so,as,although,while,because,since
      thus , => So ; at:start ; !next:many,much,few,little,far,long,often,and,so,as,although,while,because,since
      hence , => So ; at:start ; !next:many,much,few,little,far,long,often,and,so,as,although,while,because,since
      accordingly , => So ; at:start ; !next:many,much,few,little,far,long,often,and,so,as,although,while,because,since
      as a consequence , => As a result, ; at:start
      alternatively , => Or ; at:start ; !next:if,when,in,as,for,to,by,with
      fortunately , => Luckily, ; at:start
      unfortunately , => Sadly, ; at:start
      eventually , => In the end, ; at:start ; !ahead:is,are,will,can,may,has,have,gives,becomes,leads,even
      subsequently , => Later, ; at:start
      conversely , => But ; at:start ; !next:if,when,while,although,in,as,because,since,to,by,with,for,at,on
      ultimately , => In the end, ; at:start ; !ahead:objective,objectives,goal,goals,aim,aims,aimed,purpose,intent,intention,mission
      initially , => At first, ; at:start
      simultaneously , => At the same time, ; at:start
      notably , => - ; at:start
      importantly , => - ; at:start
      indeed , => - ; at:start
      in essence , => In short, ; at:start
      essentially , => In short, ; at:start ; from:strong
      as previously mentioned , => - ; at:start
      as mentioned earlier , => - ; at:start
      as mentioned above , => - ; at:start
      at its core , => - ; at:start
      in today's (fast-paced|digital|modern) (world|age|era|society) , => Today, ; at:start ; !next:where
      in today's (world|society) , => Today, ; at:start ; !next:where
      as such , => So ; at:start ; !next:many,much,few,little,far,long,often,and,so,as,although,while,because,since
      by doing so , => This way, ; at:start
      in this way , => This way, ; at:start
      for this reason , => So ; at:start ; !next:many,much,few,little,far,long,often,and,so,as,although,while,because,since
      on top of that , => Also, ; at:start
      in light of this , => So ; at:start ; !next:many,much,few,little,far,long,often,and,so,as,although,while,because,since
      with this in mind , => So ; at:start ; !next:many,much,few,little,far,long,often,and,so,as,although,while,because,since
      another important (aspect|point|factor) to consider is => Another $1 is ; at:start
      with that being said , => Still, ; at:start
      that being said , => Still, ; at:start
      having said that , => Still, ; at:start
    `,
  },
  {
    kind: "connective",
    why: "stock closing phrase",
    lines: `
      in conclusion , => In short, | - ; at:start
      to conclude , => In short, ; at:start
      in summary , => In short, ; at:start
      to summarize , => In short, ; at:start
      to sum up , => In short, ; at:start
      to summarise , => In short, ; at:start
      all in all , => In short, ; at:start
      overall , => - ; at:start ; !next:this,we
      overall , (this|we) => $1 ; at:start
    `,
  },
  {
    kind: "connective",
    why: "says only that something will be said",
    lines: `
      it is (important|worth|crucial|essential|necessary) to (note|remember|mention|recognize|acknowledge|understand|point out|realize|emphasize|highlight) that => - ; at:start
      it's (important|worth|crucial|essential) to (note|remember|mention|recognize|acknowledge|understand|point out|realize) that => - ; at:start
      it is worth (noting|mentioning) that => - ; at:start
      it's worth (noting|mentioning) that => - ; at:start
      it is (important|worth|crucial|essential|necessary|vital) to (keep in mind|bear in mind) that => - ; at:start
      it's (important|worth|crucial|essential|necessary|vital) to (keep in mind|bear in mind|emphasize|highlight) that => - ; at:start
      (please note|note) that => - ; at:start
      as we all know , => - ; at:start
      needless to say , => - ; at:start
      it goes without saying that => - ; at:start
      (however|moreover|furthermore|additionally|also|therefore) , it is (important|worth|crucial|essential|necessary|vital) to (note|remember|mention|recognize|acknowledge|understand|realize|emphasize|highlight|consider) that => $1, ; at:start
      (however|moreover|furthermore|additionally|also|therefore) , it's (important|worth|crucial|essential|necessary|vital) to (note|remember|mention|recognize|acknowledge|understand|realize) that => $1, ; at:start
      (however|moreover|furthermore|additionally|also) , it is worth (noting|mentioning) that => $1, ; at:start
      but it is (important|worth|crucial|essential) to (note|remember|mention|recognize|acknowledge) that => but
      but it's (important|worth|crucial|essential) to (note|remember|mention|recognize|acknowledge) that => but
      and it is (important|worth|crucial|essential) to (note|remember|mention|recognize|acknowledge) that => and
      although it is (important|worth) to (note|remember|mention) that => although
      it is also (important|worth) to (note|remember|mention|recognize) that => Also, ; at:start
      it is also worth (noting|mentioning) that => Also, ; at:start
      it is interesting to note that => - ; at:start
      it is (clear|evident|obvious) that => Clearly, ; at:start
      , it is (important|worth) to (note|remember|mention) that => ,
      , it's (important|worth) to (note|remember|mention) that => ,
      , it is (crucial|essential|important|vital|necessary) to (recognize|acknowledge|understand|realize|keep in mind|emphasize) that => ,
      , it is worth (noting|mentioning) that => ,
      the fact remains that => - ; at:start
    `,
  },
];
