"""Constants of physics (CODATA 2018), units in those of the SI, prefixes."""
import math

pi = math.pi
golden = golden_ratio = (1 + math.sqrt(5)) / 2

# ---- prefixes ----
quetta, ronna, yotta, zetta, exa, peta, tera, giga, mega, kilo = 1e30, 1e27, 1e24, 1e21, 1e18, 1e15, 1e12, 1e9, 1e6, 1e3
hecto, deka, deci, centi, milli, micro, nano, pico = 1e2, 1e1, 1e-1, 1e-2, 1e-3, 1e-6, 1e-9, 1e-12
femto, atto, zepto, yocto, ronto, quecto = 1e-15, 1e-18, 1e-21, 1e-24, 1e-27, 1e-30
kibi, mebi, gibi, tebi, pebi, exbi, zebi, yobi = [2**(10 * i) for i in range(1, 9)]

# ---- constants: name, value, unit, uncertainty ----
_rows = {
    "speed of light in vacuum": (299792458.0, "m s^-1", 0.0),
    "Newtonian constant of gravitation": (6.6743e-11, "m^3 kg^-1 s^-2", 1.5e-15),
    "Planck constant": (6.62607015e-34, "J Hz^-1", 0.0),
    "reduced Planck constant": (1.054571817e-34, "J s", 0.0),
    "elementary charge": (1.602176634e-19, "C", 0.0),
    "electron volt": (1.602176634e-19, "J", 0.0),
    "molar gas constant": (8.314462618, "J mol^-1 K^-1", 0.0),
    "fine-structure constant": (0.0072973525693, "", 1.1e-12),
    "Avogadro constant": (6.02214076e+23, "mol^-1", 0.0),
    "Boltzmann constant": (1.380649e-23, "J K^-1", 0.0),
    "Stefan-Boltzmann constant": (5.670374419e-08, "W m^-2 K^-4", 0.0),
    "Wien wavelength displacement law constant": (0.002897771955, "m K", 0.0),
    "Rydberg constant": (10973731.56816, "m^-1", 2.1e-05),
    "electron mass": (9.1093837015e-31, "kg", 2.8e-40),
    "proton mass": (1.67262192369e-27, "kg", 5.1e-37),
    "neutron mass": (1.67492749804e-27, "kg", 9.5e-37),
    "unified atomic mass unit": (1.6605390666e-27, "kg", 5e-37),
    "atomic mass constant": (1.6605390666e-27, "kg", 5e-37),
    "vacuum mag. permeability": (1.25663706212e-06, "N A^-2", 1.9e-16),
    "vacuum electric permittivity": (8.8541878128e-12, "F m^-1", 1.3e-21),
    "standard atmosphere": (101325.0, "Pa", 0.0),
    "standard acceleration of gravity": (9.80665, "m s^-2", 0.0),
    "Bohr radius": (5.29177210903e-11, "m", 8e-21),
    "Faraday constant": (96485.33212, "C mol^-1", 0.0),
}


class _Table(dict):
    def __missing__(self, key):
        raise NotImplementedError(f"the constant {key!r} is not offered here; write its value, or see `physical_constants.keys()`")


physical_constants = _Table(_rows)


def value(key):
    return physical_constants[key][0]


def unit(key):
    return physical_constants[key][1]


def precision(key):
    v = physical_constants[key]
    return v[2] / v[0]


c = speed_of_light = value("speed of light in vacuum")
h = Planck = value("Planck constant")
hbar = h / (2 * pi)
G = gravitational_constant = value("Newtonian constant of gravitation")
g = value("standard acceleration of gravity")
e = elementary_charge = value("elementary charge")
R = gas_constant = value("molar gas constant")
alpha = fine_structure = value("fine-structure constant")
N_A = Avogadro = value("Avogadro constant")
k = Boltzmann = value("Boltzmann constant")
sigma = Stefan_Boltzmann = value("Stefan-Boltzmann constant")
Wien = value("Wien wavelength displacement law constant")
Rydberg = value("Rydberg constant")
mu_0, epsilon_0 = value("vacuum mag. permeability"), value("vacuum electric permittivity")
m_e = electron_mass = value("electron mass")
m_p = proton_mass = value("proton mass")
m_n = neutron_mass = value("neutron mass")
m_u = u = atomic_mass = value("atomic mass constant")

# ---- mass ----
gram, metric_ton, grain = 1e-3, 1e3, 64.79891e-6
lb = pound = 7000 * grain
blob = slinch = pound * g / 0.0254
slug = blob / 12
oz = ounce = pound / 16
stone = 14 * pound
long_ton, short_ton = 2240 * pound, 2000 * pound
troy_ounce = 480 * grain
troy_pound = 12 * troy_ounce
carat = 200e-6

# ---- angle, time, length ----
degree = pi / 180
arcmin = arcminute = degree / 60
arcsec = arcsecond = arcmin / 60
minute = 60.0
hour, day, week, year, Julian_year = 60 * minute, 1440 * minute, 10080 * minute, 525600 * minute, 525960 * minute
inch = 0.0254
foot, yard, mil = 12 * inch, 36 * inch, inch / 1000
mile = 1760 * yard
pt = point = inch / 72
survey_foot = 1200.0 / 3937
survey_mile = 5280 * survey_foot
nautical_mile = 1852.0
fermi, angstrom, micron = 1e-15, 1e-10, 1e-6
au = astronomical_unit = 149597870700.0
light_year = Julian_year * c
parsec = au / arcsec

# ---- pressure, area, volume ----
atm = atmosphere = value("standard atmosphere")
bar = 1e5
torr = mmHg = atm / 760
psi = pound * g / (inch * inch)
hectare = 1e4
acre = 43560 * foot**2
litre = liter = 1e-3
gallon = gallon_US = 231 * inch**3
fluid_ounce = fluid_ounce_US = gallon_US / 128
bbl = barrel = 42 * gallon_US
gallon_imp = 4.54609e-3
fluid_ounce_imp = gallon_imp / 160

# ---- speed, temperature, energy, power, force ----
kmh, mph, knot = 1e3 / hour, mile / hour, nautical_mile / hour
mach = speed_of_sound = 340.5
zero_Celsius, degree_Fahrenheit = 273.15, 1 / 1.8
eV = electron_volt = elementary_charge
calorie = calorie_th = 4.184
calorie_IT = 4.1868
erg = 1e-7
Btu_th = pound * degree_Fahrenheit * calorie_th / gram
Btu = Btu_IT = pound * degree_Fahrenheit * calorie_IT / gram
ton_TNT = 1e9 * calorie_th
hp = horsepower = 550 * foot * pound * g
dyn = dyne = 1e-5
lbf = pound_force = pound * g
kgf = kilogram_force = g


def convert_temperature(val, old_scale, new_scale):
    to_kelvin = {"celsius": lambda t: t + zero_Celsius, "c": lambda t: t + zero_Celsius, "kelvin": lambda t: t,
                 "k": lambda t: t, "fahrenheit": lambda t: (t - 32) * 5 / 9 + zero_Celsius,
                 "f": lambda t: (t - 32) * 5 / 9 + zero_Celsius, "rankine": lambda t: t * 5 / 9, "r": lambda t: t * 5 / 9}
    of_kelvin = {"celsius": lambda t: t - zero_Celsius, "c": lambda t: t - zero_Celsius, "kelvin": lambda t: t,
                 "k": lambda t: t, "fahrenheit": lambda t: (t - zero_Celsius) * 9 / 5 + 32,
                 "f": lambda t: (t - zero_Celsius) * 9 / 5 + 32, "rankine": lambda t: t * 9 / 5, "r": lambda t: t * 9 / 5}
    if old_scale.lower() not in to_kelvin or new_scale.lower() not in of_kelvin:
        scale = new_scale if old_scale.lower() in to_kelvin else old_scale
        raise NotImplementedError(f"{scale=} is unsupported: supported scales are Celsius, Kelvin, Fahrenheit, and Rankine")
    return of_kelvin[new_scale.lower()](to_kelvin[old_scale.lower()](val))


def lambda2nu(lambda_):
    return c / lambda_


def nu2lambda(nu):
    return c / nu
