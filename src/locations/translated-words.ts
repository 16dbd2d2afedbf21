// Words that are translated, not spelled, in the names of places: उत्तर गोवा is North Goa. They are kept
// as they sound (sounds.ts), so that one entry serves all scripts in which the word sounds alike. So are
// the words for what a place is, which people add to its name: पुणे मंडी, पुणे जिला.
import { soundsOf } from "./sounds.ts";

const WORDS: { [latin: string]: readonly string[] } = {
  north: ["उत्तर", "उत्तरी", "உத்தர", "வடக்கு", "വടക്ക്", "വടക്കൻ", "شمالی", "شمال"],
  south: ["दक्षिण", "दक्षिणी", "தெற்கு", "തെക്ക്", "തെക്കൻ", "جنوبی", "جنوب"],
  east: ["पूर्व", "पूर्वी", "পূর্ব", "ਪੂਰਬੀ", "తూర్పు", "கிழக்கு", "കിഴക്ക്", "കിഴക്കൻ", "مشرقی"],
  west: ["पश्चिम", "पश्चिमी", "పడమర", "மேற்கு", "പടിഞ്ഞാറ്", "പടിഞ്ഞാറൻ", "مغربی"],
  new: ["नई", "नया", "नवी", "নতুন", "નવી", "ਨਵੀਂ", "కొత్త", "ಹೊಸ", "புது", "പുതിയ", "نئی"],
  rural: ["ग्रामीण", "গ্রামীণ", "గ్రామీణ", "ಗ್ರಾಮಾಂತರ", "ஊரகம்", "ഗ്രാമം", "دیہی"],
  urban: ["शहरी", "नगर", "శహరీ", "ನಗರ", "شہری"],
  city: ["शहर", "শহর", "શહેર", "ਸ਼ਹਿਰ", "నగరం", "ನಗರ", "நகரம்", "നഗരം", "شہر"],
  hills: ["पहाड़ी", "पहाड़", "পাহাড়", "కొండలు", "ಬೆಟ್ಟ", "மலை"],
  market: ["मंडी", "बाज़ार", "ਮੰਡੀ", "બજાર", "બઝાર", "منڈی"],
  grain: ["अनाज", "धान्य", "ਅਨਾਜ", "અનાજ", "اناج"],
  flower: ["फूल", "ફૂલ", "ਫੁੱਲ", "పూల", "ಹೂವಿನ", "பூ"],
  fruit: ["फल", "ફળ", "ਫਲ", "పండ్ల", "ಹಣ್ಣಿನ", "பழ"],
  cantt: ["छावनी", "ਛਾਉਣੀ", "چھاؤنی"],
  and: ["और", "तथा", "आणि", "এবং", "ও", "અને", "ਅਤੇ", "ଓ", "మరియు", "ಮತ್ತು", "மற்றும்", "اور"],
};

/** From the sound of the native word to that of the Latin one. */
export const TRANSLATIONS: ReadonlyMap<string, string> = new Map(
  Object.entries(WORDS).flatMap(([latin, natives]) => {
    const [meant = ""] = soundsOf([latin]).words;
    return soundsOf(natives).words.map((sound) => [sound, meant] as const);
  }),
);

/** Market, farmers' market, yard, committee, APMC, vegetables; district, state, city. */
const KINDS_OF_PLACE = [
  "मंडी मण्डी বাজার बाज़ार मार्केट मार्किट यार्ड समिति समिती कृषि उपज उत्पन्न",
  "एपीएमसी ఏపీఎంసీ ಎಪಿಎಂಸಿ மார்க்கெட் சந்தை మార్కెట్ ಮಾರುಕಟ್ಟೆ മാർക്കറ്റ് ചന്ത ਮੰਡੀ",
  "માર્કેટ ବଜାର ମଣ୍ଡି منڈی بازار مارکیٹ जिला ज़िला जिल्हा জেলা જિલ્લો જિલ્લા",
  "ਜ਼ਿਲ੍ਹਾ ଜିଲ୍ଲା జిల్లా ಜಿಲ್ಲೆ மாவட்டம் ജില്ല ضلع राज्य রাজ্য రాష్ట్రం ರಾಜ್ಯ",
  "மாநிலம் സംസ്ഥാനം ریاست రైతు బజార్ రైతుబజార్ உழவர் ರೈತ ಸಂತೆ અનાજ",
];

export const PLACE_WORDS: ReadonlySet<string> = new Set(
  soundsOf(KINDS_OF_PLACE.join(" ").split(" ")).words,
);
