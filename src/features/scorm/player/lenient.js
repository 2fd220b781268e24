// Built from rules/player/lenient.ts by npm run player:rules; a test holds the two together.
var lenientScormValues = (function(exports) {
	Object.defineProperty(exports, Symbol.toStringTag, { value: "Module" });
	// src/features/scorm/rules/player/timespan.ts
	/**
	* A time span as content writes it: CMITimespan (hours with two to four digits, minutes, seconds, at most two digits after
	* the point), also with one digit, more decimals or a comma.
	*/
	const CLOCK = /^(\d{1,5}):(\d{1,2}):(\d{1,2}(?:[.,]\d*)?)$/;
	/** As SCORM 2004 writes it: PT1H30M5.25S. */
	const DURATION = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/i;
	const LARGEST = 3599999999;
	const HOURS_END = 36e8;
	const number = (text) => Number(text.replace(",", "."));
	const hundredthsOf = (hours, minutes, seconds) => {
		const hundredths = hours * 36e4 + minutes * 6e3 + Math.round(number(seconds) * 100);
		return hundredths < HOURS_END ? hundredths : null;
	};
	/** A time span as hundredths of a second, rounded, or null when it is none (SCO-032). */
	const parseTimespan = (text) => {
		const value = text.trim();
		const [, hours, minutes = "", seconds = ""] = CLOCK.exec(value) ?? [];
		if (hours !== void 0) return hundredthsOf(Number(hours), Number(minutes), seconds);
		const match = value.length > 1 && !/T$/i.test(value) ? DURATION.exec(value) : null;
		if (!match) return null;
		const [, days = "0", h = "0", m = "0", s = "0"] = match;
		return hundredthsOf(Number(days) * 24 + Number(h), Number(m), s);
	};
	/** Hundredths of a second as a CMITimespan, at most 9999 hours. */
	const formatTimespan = (hundredths) => {
		const whole = Math.min(Math.max(0, Math.trunc(hundredths)), LARGEST);
		const two = (value) => String(value).padStart(2, "0");
		const hours = Math.trunc(whole / 36e4);
		const minutes = Math.trunc(whole % 36e4 / 6e3);
		const seconds = Math.trunc(whole % 6e3 / 100);
		const fraction = whole % 100;
		return `${two(hours)}:${two(minutes)}:${two(seconds)}${fraction === 0 ? "" : `.${two(fraction)}`}`;
	};
	// src/features/scorm/rules/player/lenient.ts
	const STANDARD = /^\d{2,4}:\d{2}:\d{2}(?:\.\d{1,2})?$/;
	const time = (text) => {
		if (STANDARD.test(text)) return text;
		const hundredths = parseTimespan(text);
		return hundredths === null ? text : formatTimespan(hundredths);
	};
	const NUMBER = /^([+-]?)(\d*)(?:[.,](\d*))?\s*%?$/;
	/** A number with a comma, a sign, a percent sign or endless decimals; those are rounded to seven. */
	const decimal = (text) => {
		const [, sign, whole, fraction = ""] = NUMBER.exec(text.trim()) ?? [];
		if (whole === void 0 || whole === "" && fraction === "") return text.trim() === "" ? "" : text;
		if (sign !== "+" && text === text.trim() && /^-?\d+(?:\.\d{1,7})?$/.test(text)) return text;
		const rounded = String(Number(Number(`${sign === "-" ? "-" : ""}${whole || "0"}.${fraction || "0"}`).toFixed(7)));
		return rounded.includes("e") ? text : rounded;
	};
	const word = (words) => (text) => {
		const plain = text.trim().toLowerCase();
		return Object.hasOwn(words, plain) ? words[plain] ?? text : text;
	};
	const same = (...words) => Object.fromEntries(words.map((each) => [each, each]));
	const status = word({
		...same("passed", "completed", "failed", "incomplete", "browsed", "not attempted"),
		pass: "passed",
		complete: "completed",
		fail: "failed",
		"not completed": "incomplete",
		not_attempted: "not attempted",
		notattempted: "not attempted"
	});
	const exit = word({
		...same("", "time-out", "suspend", "logout"),
		timeout: "time-out",
		normal: "",
		"log-out": "logout"
	});
	const type = word({
		...same("true-false", "choice", "fill-in", "matching", "performance", "sequencing", "likert", "numeric"),
		"long-fill-in": "fill-in",
		true_false: "true-false"
	});
	const RESULTS = word({
		...same("correct", "wrong", "unanticipated", "neutral"),
		incorrect: "wrong",
		true: "correct",
		false: "wrong"
	});
	const result = (text) => {
		const result = RESULTS(text);
		return result === text ? decimal(text) : result;
	};
	const KINDS = [
		[/^cmi\.core\.session_time$|^cmi\.interactions\.\d+\.(?:latency|time)$/, time],
		[/^cmi\.(?:core|objectives\.\d+)\.score\.(?:raw|min|max)$|^cmi\.interactions\.\d+\.weighting$/, decimal],
		[/^cmi\.core\.lesson_status$|^cmi\.objectives\.\d+\.status$/, status],
		[/^cmi\.core\.exit$/, exit],
		[/^cmi\.interactions\.\d+\.type$/, type],
		[/^cmi\.interactions\.\d+\.result$/, result]
	];
	/**
	* A value as real content writes it, in the form that SCORM 1.2 lays down (SCO-032). What cannot be understood stays as it
	* is, and is refused as before.
	*/
	const lenientValue = (element, value) => {
		const kind = KINDS.find(([pattern]) => pattern.test(element));
		return kind ? kind[1](value) : value;
	};
	exports.lenientValue = lenientValue;
	return exports;
})({});
