from abc import ABC
