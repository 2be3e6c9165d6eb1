import { t } from "./translate";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** A length of time as people say it: `12 s`, `3 min 12 s`, `2 h 5 min`, `3 d 4 h`. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < minute) {
    return t("{0} s", whole);
  }
  if (whole < hour) {
    return t("{0} min {1} s", Math.floor(whole / minute), whole % minute);
  }
  if (whole < day) {
    return t("{0} h {1} min", Math.floor(whole / hour), Math.floor((whole % hour) / minute));
  }
  return t("{0} d {1} h", Math.floor(whole / day), Math.floor((whole % day) / hour));
}

/** How long ago something was, in the largest unit only; empty when `iso` is no time. */
export function ageText(iso: string, now: number): string {
  const seconds = secondsBetween(iso, new Date(now).toISOString());
  if (seconds === undefined) {
    return "";
  }
  if (seconds < minute) {
    return t("now");
  }
  if (seconds < hour) {
    return t("{0} min ago", Math.floor(seconds / minute));
  }
  if (seconds < day) {
    return t("{0} h ago", Math.floor(seconds / hour));
  }
  return t("{0} d ago", Math.floor(seconds / day));
}

/** Seconds from one ISO time to another; undefined when one of them is missing or no time. */
export function secondsBetween(from: string, to: string): number | undefined {
  const seconds = (Date.parse(to) - Date.parse(from)) / 1000;
  return Number.isFinite(seconds) ? seconds : undefined;
}
