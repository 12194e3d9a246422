/**
 * The probability that a variable with an F distribution of 1 and `degrees` degrees of freedom is at least `value`, to
 * about twelve digits, however small: a regularised incomplete beta function by its continued fraction. Abramowitz,
 * Stegun: Handbook of Mathematical Functions, 26.5.8 and 26.6.2.
 */
export function fTail(value: number, degrees: number): number {
  if (!(value > 0)) return 1;
  return incompleteBeta(degrees / (degrees + value), degrees / 2, 0.5);
}

/** I_x(a, b); 0 < x < 1. */
function incompleteBeta(x: number, a: number, b: number): number {
  // The fraction converges quickly on this side; the other is its complement.
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const logFront = logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x);
  return (Math.exp(logFront) / a) * betaFraction(x, a, b);
}

/** By Lentz's method. */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m <= fractionTermsMax; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    value *= d * c;
    if (Math.abs(d * c - 1) < Number.EPSILON * 4) break;
  }
  return value;
}

/** From zero, which cannot be divided by. */
function away(value: number): number {
  return Math.abs(value) < 1e-300 ? 1e-300 : value;
}

/** Far more than it takes. */
const fractionTermsMax = 500;

/** Stirling's series, from where it is exact to the last digit. */
function logGamma(value: number): number {
  let shift = 0;
  let x = value;
  for (; x < 10; x++) shift += Math.log(x);
  const inverse = 1 / x;
  const square = inverse * inverse;
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))));
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series - shift;
}
