// Words that are translated, not spelled, in the names of places: उत्तर गोवा is North Goa. They are kept
// as they sound (sounds.ts), so that one entry serves all scripts in which the word sounds alike.
import { soundOf } from "./sounds.ts";

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
    const meant = soundOf(latin).sounds;
    return natives.map((native) => [soundOf(native).sounds, meant] as const);
  }),
);
