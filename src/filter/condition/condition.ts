/** One condition of a filter as it stands in a query, a widget or a trigger; the output of `filterSchema`. */
export interface Condition {
  field: string;
  op: Operator;
  value: Scalar | Scalar[];
  ignore_case: boolean;
}

export type Scalar = string | number | boolean;

export const operators = ["eq", "ne", "lt", "le", "gt", "ge", "qp", "=~", "!~"] as const;
export type Operator = (typeof operators)[number];
