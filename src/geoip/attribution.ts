export interface Attribution {
  name: string;
  license: string;
  url: string;
}

/** Of the database inside: its licence asks that its makers are named. */
export const shippedAttribution: Attribution = {
  name: "IP addresses to countries: NRO, the regional internet registries; compiled by ip-location-db",
  license: "CC BY 4.0",
  url: "https://www.nro.net/",
};
