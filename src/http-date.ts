const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)`;
/** The form that is written, and the two old ones that everybody reads (RFC 9110 §5.6.7); `Date.parse` takes all sorts of things. */
const WITH_ZONE = new RegExp(
  String.raw`^(?:${DAY}, \d{2} ${MONTH} \d{4}|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d{2}-${MONTH}-\d{2}) ${TIME} GMT$`,
);
const WITHOUT_ZONE = new RegExp(String.raw`^${DAY} ${MONTH} (?:\d| )\d ${TIME} \d{4}$`);

/** The time of a date of HTTP in ms; null for what is none. */
export function readHttpDateMs(text: string): number | null {
  const dated = WITH_ZONE.test(text) ? text : WITHOUT_ZONE.test(text) ? `${text} GMT` : '';
  const at = Date.parse(dated);
  return Number.isNaN(at) ? null : at;
}
